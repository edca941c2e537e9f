"""Builds the source distribution and from it the wheel, installs that elsewhere and uses it: is everything in it, is the engine compiled?

    python tools/check_wheel.py
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import venv
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "pagekey"
NOT_SHIPPED = {".pyc", ".so", ".c", ".html", ".pyx"}
USE = """
import pagekey
from pagekey.engine import which
trace = pagekey.explain("https://www.example.com/a/?utm_source=x")
assert (trace.key, which()) == ("example.com/a", "compiled"), (trace, which())
assert not pagekey.__file__.startswith({root!r}), pagekey.__file__
"""


def run(*command: str | Path, folder: Path = ROOT) -> str:
    """What the command prints; if it fails, its words and the end."""
    environ = {**os.environ, "PAGEKEY_REQUIRE_COMPILED": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    words = [str(word) for word in command]
    done = subprocess.run(words, cwd=folder, env=environ, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    if done.returncode:
        sys.exit(f"{' '.join(words)}\n{done.stdout}{done.stderr}")
    return done.stdout


def build(folder: Path) -> Path:
    """The wheel, made from the source distribution and nothing else."""
    run(sys.executable, "-c", f"from setuptools.build_meta import build_sdist; build_sdist({str(folder)!r})")
    run(sys.executable, "-m", "pip", "wheel", "--no-deps", "--wheel-dir", folder, next(folder.glob("*.tar.gz")))
    return next(folder.glob("*.whl"))


def missing(wheel: Path) -> list[str]:
    """Files of the package that the wheel lacks."""
    names = zipfile.ZipFile(wheel).namelist()
    lacking = [name for path in PACKAGE.rglob("*") if path.is_file() and path.suffix not in NOT_SHIPPED
               if (name := path.relative_to(ROOT / "src").as_posix()) not in names]
    return lacking if any("_engine" in name and name.endswith((".so", ".pyd")) for name in names) else [*lacking, "the compiled engine"]


def main() -> None:
    """Build, look, install, use; the end with a reason if one of them fails."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        wheel = build(folder)
        if lacking := missing(wheel):
            sys.exit(f"{wheel.name} lacks {', '.join(lacking)}")
        venv.create(folder / "venv", with_pip=True)
        python = folder / "venv" / "bin" / "python"
        run(python, "-m", "pip", "install", "--quiet", wheel)
        run(python, "-c", USE.format(root=str(ROOT)), folder=folder)
        said = run(folder / "venv" / "bin" / "pagekey", "key", "https://www.example.com/a/?utm_source=x", folder=folder)
        if said != "example.com/a\n":
            sys.exit(f"pagekey key: expected example.com/a, got {said!r}")
        print(f"{wheel.name}: complete, compiled, works where nothing else is")


if __name__ == "__main__":
    main()
