"""What the figures were measured on. Two runs are compared by their ratios; this says why their times differ."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
import time
from importlib import metadata
from pathlib import Path

import pagekey
from pagekey.engine import engine, which

Facts = dict[str, str]


def machine() -> Facts:
    """Processor, cores, load, system, Python, C compiler, and which of pagekey's engines runs."""
    load = f"{os.getloadavg()[0]:.2f}" if hasattr(os, "getloadavg") else "unknown"
    return {
        "cpu": _cpu(),
        "cores": f"{os.cpu_count()}, load {load}",
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        "python": f"{platform.python_implementation()} {platform.python_version()}, built with {platform.python_compiler()}",
        "gcc": _first_line("gcc", "--version"),
        "engine": f"{which()}, pagekey {pagekey.__version__}, sources {getattr(engine, 'SOURCES', 'as they are')}",
    }


def version(pip: str) -> str:
    """The version of an installed package by its name on PyPI, "" if it is not installed; the standard library has Python's."""
    if not pip:
        return sys.version.split()[0]
    try:
        return metadata.version(pip)
    except metadata.PackageNotFoundError:
        return ""


def facts_as_text(facts: Facts) -> str:
    width = max(map(len, facts))
    return "\n".join(f"{name:{width}}  {value}" for name, value in facts.items())


def taken_elsewhere() -> float | None:
    """CPU seconds that all other processes have had since the machine started; None where Linux does not tell."""
    counters = Path("/proc/stat")
    if not counters.exists():
        return None
    user, nice, system, _, _, irq, softirq, *_ = map(int, counters.read_text(encoding="ascii").split("\n", 1)[0].split()[1:])
    return (user + nice + system + irq + softirq) / os.sysconf("SC_CLK_TCK") - time.process_time()


def _cpu() -> str:
    """The model as Linux names it; elsewhere what Python knows."""
    listed = Path("/proc/cpuinfo")
    if listed.exists():
        for line in listed.read_text(encoding="utf-8", errors="replace").splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    return platform.processor() or "unknown"


def _first_line(*command: str) -> str:
    """The first line that a program prints, or that it is not there."""
    if shutil.which(command[0]) is None:
        return "none"
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return (done.stdout.splitlines() or ["silent"])[0]
