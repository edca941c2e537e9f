"""`python -m pagekey`: the command line, where the script `pagekey` is not on the PATH."""

from pagekey.face.cli import main

if __name__ == "__main__":
    main()
