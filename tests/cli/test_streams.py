"""What happens at the ends of pipes: live input, readers that go away, interruptions, full disks, terminals."""

from __future__ import annotations

import io
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from command_line import COMMAND, Run, environment, heard

from pagekey.face.cli import live, meter
from pagekey.keying.io import read_table

Start = Callable[..., "subprocess.Popen[bytes]"]
posix = pytest.mark.skipif(sys.platform == "win32", reason="signals and terminals of POSIX")
WAIT = 60.0


def next_line(process: subprocess.Popen[bytes]) -> bytes:
    """The next line, or a failure if none comes."""
    assert process.stdout is not None
    ready, _, _ = select.select([process.stdout], [], [], WAIT)
    assert ready, "no line came while the input was open"
    return process.stdout.readline()


@posix
def test_a_live_pipe_is_answered_line_by_line(start: Start) -> None:
    process = start("key")
    assert process.stdin is not None
    for url, key in ((b"http://www.a.com/x/\n", b"a.com/x\n"), (b"\n", b"\n"), (b"N/A\n", b"N/A\n"), (b"http://b.com\r\n", b"b.com/\n")):
        process.stdin.write(url)
        process.stdin.flush()
        assert next_line(process) == key
    out, said = process.communicate(timeout=WAIT)
    assert (process.returncode, out) == (0, b"")
    assert heard(said)[0].startswith("4 rows: page 2, unparsed 1, empty 1;")


class Trickle(io.BytesIO):
    """A pipe that hands over a few bytes at a time, as a live one may."""

    def __init__(self, data: bytes, size: int) -> None:
        super().__init__(data)
        self._size = size

    def read1(self, size: int | None = -1) -> bytes:
        return super().read1(self._size)


CHINESE = "http://b.com/中文路径?q=中文\n".encode("gb18030")


@pytest.mark.parametrize("size", [1, 7, 1 << 16])
@pytest.mark.parametrize(
    "data",
    [
        b"http://a.com/1\nhttp://a.com/2",
        b"\n \nhttp://a.com/1\r\n\r\nhttp://a.com/2\r\n\n",
        b"\xef\xbb\xbfwww.a.com\n\n" + "http://b.com/中文\n".encode() * 9,
        b"http://a.com/1\n" + "http://b.com/中\n".encode() + b"http://b.com/\xff\n",
        b"http://a.com/1\nhttp://b.com/\xd6a\n" + CHINESE * 50,
        b"http://b.com/caf\xe9\n" * 20,
        b"http://a.com/1\n\0\nhttp://a.com/a,b;c\x0b\x85\n" + "http://a.com/\u2028\n".encode(),
    ],
    ids=["plain", "blank and CR LF", "BOM", "UTF-8 with a stray byte", "GB18030", "Latin-1", "odd characters"],
)
def test_a_trickle_has_the_lines_of_a_file(tmp_path: Path, data: bytes, size: int) -> None:
    file = tmp_path / "urls.txt"
    file.write_bytes(data)
    pipe, notes = Trickle(data, size), list[str]()
    head = live.peek_line(pipe)
    assert live.begins_with_url(head)
    lines = [line for block in live.url_lines(head, pipe, notes) for line in block]
    table = read_table(file)
    assert lines == table.urls
    assert notes == [note for note in table.source.notes if note.startswith("not valid")]


@pytest.mark.parametrize(
    "data",
    [
        b"http://a.com\tone\nhttp://b.com\ttwo\n" * 5,
        b'"http://a.com","one"\n"http://b.com","two"\n' * 5,
        b"url,n\nhttp://a.com,1\n",
        b'{"url": "http://a.com"}\n',
        b"\xff\xfe" + "http://a.com\n".encode("utf-16-le"),
        b"http://a.com",
        b"",
    ],
    ids=["tabs", "quotes", "header", "JSON", "UTF-16", "no line end", "nothing"],
)
def test_what_may_be_a_table_is_judged_whole_and_lost_nowhere(data: bytes) -> None:
    pipe = Trickle(data, 3)
    head = live.peek_line(pipe)
    assert not live.begins_with_url(head)
    whole = live.Rejoined(head, pipe)
    assert b"".join(iter(lambda: whole.read(4), b"")) == data


@posix
@pytest.mark.parametrize("words", [("key",), ("key", "--show", "key,host")], ids=["key", "table"])
def test_a_reader_that_goes_away_ends_it_quietly(start: Start, tmp_path: Path, words: tuple[str, ...]) -> None:
    file = tmp_path / "urls.txt"
    file.write_bytes(b"http://www.example.com/a/rather/long/path/that/fills/pipes\n" * 100_000)
    process = start(*words, file)
    assert next_line(process).startswith(b"example.com/a/rather")
    assert process.stdout is not None and process.stderr is not None
    process.stdout.close()
    said = process.stderr.read()
    assert process.wait(WAIT) == 141
    assert heard(said) == ()
    process.stderr.close()
    assert process.stdin is not None
    process.stdin.close()


@posix
@pytest.mark.parametrize("verb", [("rule",), ("policy", "show", "citation@1"), ("key", "http://a.com")])
def test_a_reader_that_was_never_there(verb: tuple[str, ...]) -> None:
    gone, out = os.pipe()
    os.close(gone)
    done = subprocess.run([*COMMAND, *verb], stdout=out, stderr=subprocess.PIPE, env=environment(), timeout=WAIT, check=False)
    os.close(out)
    assert (done.returncode, heard(done.stderr)) == (141, ())


@posix
def test_an_interruption_leaves_the_old_file(start: Start, tmp_path: Path) -> None:
    out = tmp_path / "out.csv"
    out.write_text("the old one\n")
    process = start("key", "-o", out)
    assert process.stdin is not None
    process.stdin.write(b"http://a.com/\n")
    process.stdin.flush()
    end = time.monotonic() + WAIT
    while len(list(tmp_path.iterdir())) < 2:  # the new file is begun beside the old one
        assert time.monotonic() < end and process.poll() is None
        select.select([], [], [], 0.01)
    process.send_signal(signal.SIGINT)
    shown, said = process.communicate(timeout=WAIT)
    assert (process.returncode, shown, heard(said)) == (130, b"", ())
    assert out.read_text() == "the old one\n"
    assert list(tmp_path.iterdir()) == [out]


@posix
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
@pytest.mark.parametrize("words", [("rule",), ("key", "http://a.com"), ("key", "-")])
def test_a_full_disk_is_an_error(words: tuple[str, ...]) -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [*COMMAND, *words], input=b"http://a.com\n", stdout=full, stderr=subprocess.PIPE, env=environment(), timeout=WAIT, check=False
        )
    assert (done.returncode, heard(done.stderr)) == (2, ("pagekey: cannot go on: No space left on device",))


def on_a_terminal(*words: str, env: dict[str, str] | None = None) -> bytes:
    """What a run shows when its stdout is a terminal."""
    import pty

    ours, theirs = pty.openpty()
    try:
        done = subprocess.run([*COMMAND, *words], stdin=subprocess.DEVNULL, stdout=theirs, env=environment(env), timeout=WAIT, check=False)
        assert done.returncode == 0
        return os.read(ours, 1 << 16)
    finally:
        os.close(ours)
        os.close(theirs)


@posix
def test_colour_is_for_terminals_whose_user_wants_it(run: Run) -> None:
    words = ("explain", "http://www.a.com/?utm_source=x")
    assert b"\x1b[" in on_a_terminal(*words)
    assert b"\x1b[" not in on_a_terminal(*words, env={"NO_COLOR": "1"})
    assert b"\x1b[" not in on_a_terminal(*words, env={"TERM": "dumb"})
    assert b"\x1b[" not in run(*words).out


def test_progress_is_drawn_on_a_terminal_and_wiped(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "a"
    file.write_bytes(b"x" * 200)
    now = iter((0.0, 0.1, 2.0, 2.1, 4.0))
    monkeypatch.setattr(meter, "is_terminal", lambda _: True)
    monkeypatch.setattr(meter.time, "monotonic", lambda: next(now))
    with meter.Meter(str(file), wanted=True) as shown:
        shown.bytes(50)
        shown.rows(3000)
        shown.bytes(90)
        shown.bytes(100)
    assert capsys.readouterr().err == "\r\x1b[K25%  3,000 rows  1,500 rows/s\r\x1b[K50%  3,000 rows  750 rows/s\r\x1b[K"


@pytest.mark.parametrize(("terminal", "wanted"), [(False, True), (True, False)])
def test_no_progress_otherwise(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], terminal: bool, wanted: bool
) -> None:
    monkeypatch.setattr(meter, "is_terminal", lambda _: terminal)
    monkeypatch.setattr(meter, "_MIN", -1.0)
    with meter.Meter(None, wanted=wanted) as silent:
        silent.bytes(5)
        silent.rows(5)
    assert capsys.readouterr().err == ""


@posix
def test_closed_streams() -> None:
    def run_with(closed: str, *words: str) -> tuple[int, str]:
        shell = ("sh", "-c", f'exec "$@" {closed}', "sh")
        done = subprocess.run([*shell, *COMMAND, *words], capture_output=True, env=environment(), timeout=WAIT, check=False)
        return done.returncode, heard(done.stderr)[0]

    assert run_with(">&-", "key", "http://a.com") == (2, "pagekey: standard output is closed")
    assert run_with("<&-", "key") == (2, "pagekey: standard input is closed")
