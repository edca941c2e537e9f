"""Memory faults of the engine: build it with ASan and UBSan and buffers that have no byte to spare, then fuzz it.

    python tests/sanitize/build_and_fuzz.py --seconds 40
    python tests/sanitize/build_and_fuzz.py --faults          # is the fuzz sharp? faults.toml seeded one by one: each must be found

The engine is copied to a temporary folder and changed there (exact.toml) so that a buffer is as large as what was asked for and made
anew for every string: the first byte past the end is in nobody's memory, and ASan stops there.
Exit status: 0 clean, or skipped with a reason (--require makes that a failure); 1 something was found; 2 it cannot be built.
"""

from __future__ import annotations

import argparse
import os
import shutil
import struct
import subprocess
import sys
import sysconfig
import tempfile
import time
import tomllib
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

SANITIZE = ("-DPAGEKEY_EXACT", "-fsanitize=address,undefined", "-fno-sanitize-recover=undefined", "-O1", "-g", "-fno-omit-frame-pointer")
SHRINK_SECONDS = 40
SHOWN = 600  # characters of an input


class Skipped(Exception):
    """Something that this machine lacks."""


class NotBuilt(Exception):
    """The sources are not what is expected here, or do not compile."""


@dataclass(frozen=True, slots=True)
class Change:
    """A text of a file of the engine (without .py), and what takes its place."""

    file: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Finding:
    """What the sanitizer said, how many strings it took, and the string."""

    report: str
    count: int
    text: str | None


def changes(file: str) -> dict[str, Change]:
    """Those of exact.toml or faults.toml, by name."""
    return {name: Change(**said) for name, said in tomllib.loads((HERE / file).read_text(encoding="utf-8")).items()}


def libasan() -> str:
    """The library to load before python. Raises Skipped."""
    if not sys.platform.startswith("linux"):
        raise Skipped(f"this is {sys.platform}, and the sanitizer is loaded as on Linux")
    if shutil.which("gcc") is None:
        raise Skipped("no gcc here")
    for name in ("libasan.so", "libubsan.so"):
        path = subprocess.run(["gcc", f"-print-file-name={name}"], capture_output=True, text=True, check=True).stdout.strip()
        if not os.path.isabs(path):
            raise Skipped(f"gcc has no {name}")
        if name == "libasan.so":
            found = path
    return found


def environment(folder: Path, library: str) -> dict[str, str]:
    """Of a python that runs the build in this folder."""
    asan = "detect_leaks=0:allocator_may_return_null=1:max_malloc_fill_size=1048576:max_allocation_size_mb=4000"
    said = {"LD_PRELOAD": library, "PYTHONMALLOC": "malloc", "ASAN_OPTIONS": asan, "UBSAN_OPTIONS": "print_stacktrace=1"}
    return {**os.environ, **said, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}


def build(folder: Path, wanted: Iterable[Change]) -> None:
    """The package in this folder, its engine changed and compiled. Raises NotBuilt."""
    package = folder / "pagekey"
    shutil.copytree(ROOT / "src" / "pagekey", package, ignore=shutil.ignore_patterns("*.so", "*.c", "__pycache__"))
    for change in wanted:
        path = package / "engine" / f"{change.file}.py"
        text = path.read_text(encoding="utf-8")
        if change.old not in text:
            raise NotBuilt(f"{change.file}.py no longer holds the text to be replaced: {change.old!r}")
        path.write_text(text.replace(change.old, change.new), encoding="utf-8")
    compile_engine(folder, package)


def compile_engine(folder: Path, package: Path) -> None:
    """_engine.pyx -> _engine.so, with the lines of the .py files in its debug information."""
    engine = package / "engine"
    try:
        from Cython.Build import cythonize
    except ImportError as error:
        raise Skipped("no Cython here") from error
    try:
        cythonize([str(engine / "_engine.pyx")], language_level=3, quiet=True, emit_linenums=True)  # type: ignore[no-untyped-call]
    except Exception as error:
        raise NotBuilt(f"Cython: {error}") from error
    checksum = "from pathlib import Path; from pagekey import engine; print(engine.fingerprint(Path(engine.__file__).parent))"
    macro = f'-DPAGEKEY_SOURCES="{said_by([sys.executable, "-c", checksum], folder)}"'
    target = f"_engine{sysconfig.get_config_var('EXT_SUFFIX')}"
    include = f"-I{sysconfig.get_paths()['include']}"
    said_by(["gcc", "-shared", "-fPIC", *SANITIZE, macro, include, "_engine.c", "-o", target], engine)


def said_by(command: Sequence[str], folder: Path) -> str:
    """What a command run in this folder prints. Raises NotBuilt if it fails."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": str(folder)})
    if done.returncode:
        raise NotBuilt(f"{command[0]}: {done.stderr[-2000:]}")
    return done.stdout.strip()


def frame(text: str) -> bytes:
    """A string as inside.py reads it."""
    raw = text.encode("utf-8", "surrogatepass")
    return struct.pack("<I", len(raw)) + raw


def fuzz(folder: Path, library: str, strings: Iterable[str], seconds: float) -> Finding:
    """Send strings until the time is over or the other side falls. `report` is empty if it did not."""
    sent: deque[str] = deque(maxlen=1 << 17)  # no fewer than fit into a pipe
    total = 0
    with (folder / "report").open("wb") as report, (folder / "place").open("w+b") as place:
        command = [sys.executable, str(HERE / "inside.py"), "run", place.name]
        child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=report, env=environment(folder, library))
        assert child.stdin and child.stdout
        end = time.monotonic() + seconds
        with suppress(BrokenPipeError):
            for text in strings:
                if time.monotonic() > end:
                    break
                sent.append(text)
                total += 1
                child.stdin.write(frame(text))
        with suppress(BrokenPipeError):
            child.stdin.close()
        count = child.stdout.read()
        child.stdout.close()
        if child.wait() == 0:
            return Finding("", int(count), None)
        at = struct.unpack("<q", place.read(8) or bytes(8))[0]
    said = (folder / "report").read_text(encoding="utf-8", errors="replace") or f"no report; exit status {child.returncode}"
    return Finding(said, at, sent[at - 1 - total] if at else None)


@contextmanager
def trial(folder: Path, library: str) -> Iterator[Callable[[str], bool]]:
    """A function: does the engine fall over this string?"""
    command = [sys.executable, str(HERE / "inside.py"), "try"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, env=environment(folder, library)) as child:
        assert child.stdin and child.stdout
        to, answer = child.stdin, child.stdout

        def falls(text: str) -> bool:
            to.write(frame(text))
            to.flush()
            return answer.read(1) == b"1"

        yield falls


def smallest(falls: Callable[[str], bool], text: str, seconds: float) -> str:
    """The string with all left out that the fault does not need, as far as the time goes."""
    end = time.monotonic() + seconds
    step = len(text) // 2
    while step:
        at = 0
        while at < len(text) and time.monotonic() < end:
            shorter = text[:at] + text[at + step :]
            if falls(shorter):
                text = shorter
            else:
                at += step
        step //= 2
    return text


def essence(report: str) -> str:
    """The lines of a report that say what and where: from the error to its summary, without the map of shadow bytes."""
    lines = report.splitlines()
    starts = [n for n, line in enumerate(lines) if "ERROR: AddressSanitizer" in line or "runtime error" in line]
    lines = lines[starts[0] :] if starts else lines[-30:]
    ends = [n for n, line in enumerate(lines) if line.startswith("SUMMARY")]
    return "\n".join(lines[: ends[0] + 1] if ends else lines)


def summary(found: Finding) -> str:
    """One line."""
    if not found.report:
        return f"NOT FOUND by {found.count} strings"
    lines = essence(found.report).splitlines()
    return f"found by string {found.count}: {lines[-1] if lines[-1].startswith('SUMMARY') else lines[0]}"


def shown(text: str) -> str:
    written = ascii(text)
    return written if len(written) <= SHOWN else f"{written[:SHOWN]}... ({len(text)} characters)"


def told(found: Finding, folder: Path, library: str) -> None:
    """Print the report, the string, and the smallest string that does the same."""
    print(essence(found.report))
    if found.text is None:
        print("found before the first string: when the policies were read, or by the columns of refuse() in inside.py")
        return
    print(f"string {found.count}: {shown(found.text)}")
    with trial(folder, library) as falls:
        if falls(found.text):
            print(f"smallest: {shown(smallest(falls, found.text, SHRINK_SECONDS))}")
        else:
            print("alone it does no harm: what was examined before it matters")


def search(folder: Path, library: str, seconds: float, seed: int) -> int:
    """Build, fuzz, tell. Returns the exit status."""
    from tests.sanitize.inputs import every

    started = time.monotonic()
    build(folder, changes("exact.toml").values())
    print(f"built in {time.monotonic() - started:.0f} s", flush=True)
    found = fuzz(folder, library, every(seed), seconds)
    if found.report:
        told(found, folder, library)
        return 1
    print(f"{found.count} strings, each under every policy by every way in: nothing found (seed {seed})")
    return 0


def sharpness(folder: Path, library: str, seconds: float, seed: int) -> int:
    """Seed the faults of faults.toml one by one. Returns 1 if one of them is not found."""
    from tests.sanitize.inputs import every

    missed = 0
    for name, fault in changes("faults.toml").items():
        place = folder / name
        build(place, (fault, *changes("exact.toml").values()))
        found = fuzz(place, library, every(seed), seconds)
        missed += not found.report
        print(f"{name}: {summary(found)}", flush=True)
    return 1 if missed else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--seconds", type=float, default=40, help="how long to send strings (the build comes on top)")
    parser.add_argument("--seed", type=int, default=1, help="of the mutations, and which slices of the lists")
    parser.add_argument("--faults", action="store_true", help="seed the faults of faults.toml instead: each must be found")
    parser.add_argument("--require", action="store_true", help="fail where it would be skipped")
    said = parser.parse_args()
    try:
        with tempfile.TemporaryDirectory(prefix="sanitize-") as folder:
            return (sharpness if said.faults else search)(Path(folder), libasan(), said.seconds, said.seed)
    except Skipped as reason:
        print(f"skipped: {reason}")
        return 1 if said.require else 0
    except NotBuilt as reason:
        print(f"not built: {reason}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
