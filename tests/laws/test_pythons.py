"""The same keys on every Python at hand: the golden strings, uncompiled, in interpreters that know nothing but the standard library."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROGRAM = """
import sys
from pagekey import keys
from tests.golden.make_golden import golden_strings
found = [keys(golden_strings()[::8], name) for name in ("citation@1", "crawl@1", "rfc3986@1")]
import hashlib
print(sys.version_info[:2], hashlib.sha256(repr(found).encode("utf-8", "surrogatepass")).hexdigest())
"""


def interpreters() -> list[str]:
    """Every python3.X from 3.11 on that the PATH or pyenv holds, but the one that runs the tests."""
    found = [path for minor in range(11, 16) if (path := shutil.which(f"python3.{minor}"))]
    found += [str(path) for path in sorted(Path.home().glob(".pyenv/versions/3.1[1-9]*/bin/python3"))]
    found = [path for path in dict.fromkeys(found) if "shims" not in path]
    return [path for path in found if Path(path).resolve() != Path(sys.executable).resolve()]


@pytest.mark.parametrize("python", interpreters() or [pytest.param("", marks=pytest.mark.skip(reason="no other Python is here"))])
def test_same_keys(python: str, tmp_path: Path) -> None:
    from pagekey import keys
    from tests.golden.make_golden import golden_strings

    shutil.copytree(ROOT / "src" / "pagekey", tmp_path / "pagekey", ignore=shutil.ignore_patterns("*.so", "*.c", "__pycache__"))
    run = subprocess.run(
        [python, "-I", "-c", f"import sys; sys.path[:0] = [{str(tmp_path)!r}, {str(ROOT)!r}]\n{PROGRAM}"],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    if "No module named" in run.stderr or "requires" in run.stderr or not run.stdout and "version" in run.stderr:
        pytest.skip(f"{python} does not start: {run.stderr.strip().splitlines()[-1]}")
    assert run.returncode == 0, run.stderr
    found = [keys(golden_strings()[::8], name) for name in ("citation@1", "crawl@1", "rfc3986@1")]
    assert run.stdout.split()[-1] == hashlib.sha256(repr(found).encode("utf-8", "surrogatepass")).hexdigest(), python
