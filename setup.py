"""Build of the one extension. Any warning or hint of Cython fails it; a missing C compiler does not: pagekey then runs uncompiled."""

from __future__ import annotations

import io
import os
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

HERE = Path(__file__).parent / "src" / "pagekey" / "engine"
FLAGS = ["-O3", "-g0", "-falign-functions=64", "-fno-tree-vectorize", "-fno-plt"] if sys.platform != "win32" else ["/O2"]


def fingerprint() -> str:
    """The checksum that the loader compares: read from the loader itself, without importing the package."""
    import zlib

    source = (HERE / "__init__.py").read_text(encoding="utf-8")
    names = source[source.index("FILES = (") :].split(")", 1)[0].split('"')[1::2]
    total = 0
    for name in [*[f"{name}.py" for name in names], source.split('HEADER = "', 1)[1].split('"', 1)[0]]:
        total = zlib.crc32((HERE / name).read_bytes().replace(b"\r\n", b"\n"), total)
    return f"{total:08x}"


def extensions() -> list[Extension]:
    """The extension as C, or the end of the build if Cython had anything to say."""
    from Cython.Build import cythonize

    (HERE / "_engine.c").unlink(missing_ok=True)
    said = io.StringIO()
    macro = [("PAGEKEY_SOURCES", f'"{fingerprint()}"')]
    unit = Extension("pagekey.engine._engine", ["src/pagekey/engine/_engine.pyx"], extra_compile_args=FLAGS, define_macros=macro)
    try:
        with redirect_stderr(said), redirect_stdout(said):
            built: list[Extension] = cythonize([unit], language_level=3, force=True)
    except Exception as error:
        raise SystemExit(f"{said.getvalue()}\n{error}") from error
    words = said.getvalue()
    if "warning" in words.lower() or "hint" in words.lower():
        raise SystemExit(f"Cython's warnings and hints fail the build:\n{words}")
    return built


class BuildOrGoOn(build_ext):
    """Without a C compiler the package installs all the same, unless PAGEKEY_REQUIRE_COMPILED is set."""

    def run(self) -> None:
        try:
            super().run()
        except Exception as error:
            if os.environ.get("PAGEKEY_REQUIRE_COMPILED"):
                raise
            print(f"pagekey: the engine was not compiled ({error}); the package will run uncompiled, slowly", file=sys.stderr)


setup(ext_modules=extensions(), cmdclass={"build_ext": BuildOrGoOn})
