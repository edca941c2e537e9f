#!/bin/sh
# ./go sample   set up, then count the citations of the sample in examples/
# ./go test     set up with what the tests need, then run them; what follows goes to pytest
# ./go check    say in one line what this machine lacks (exit status 2)
#
# Everything is installed into .venv in this folder; a second run finds it there. PYTHON=... chooses the interpreter.
set -u
cd "$(dirname "$0")" || exit 2

say() { printf 'pagekey: %s\n' "$*" >&2; }

find_python() {
    for python in ${PYTHON:-python3 python3.14 python3.13 python3.12 python3.11 python}; do
        "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 && return 0
    done
    return 1
}

# One Python program says what else is missing: the modules, the header, the compiler that setuptools would call, and whether it works.
lacks() {
    "$python" - <<'EOF'
import importlib.util, os, pathlib, shlex, shutil, subprocess, sys, sysconfig, tempfile
missing, version = [], "%d.%d" % sys.version_info[:2]
if not all(map(importlib.util.find_spec, ("venv", "ensurepip"))):
    missing.append(f"the module venv of Python {version} (Debian: python3-venv)")
header = pathlib.Path(sysconfig.get_path("include"), "Python.h")
if not header.exists():
    missing.append(f"the header Python.h of Python {version} (Debian: python3-dev)")
compiler = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")
if not shutil.which(compiler[0]):
    missing.append(f"a C compiler, {compiler[0]} (Debian: gcc)")
elif header.exists():
    with tempfile.TemporaryDirectory() as folder:
        trial = pathlib.Path(folder, "trial.c")
        trial.write_text("#include <Python.h>\n#include <stdlib.h>\n")
        build = [*compiler, f"-I{header.parent}", "-shared", "-fPIC", str(trial), "-o", f"{trial}.so"]
        if subprocess.run(build, capture_output=True).returncode:
            missing.append(f"a C compiler that can build for Python {version}: {compiler[0]} cannot (Debian: gcc, libc6-dev)")
print("; ".join(missing))
EOF
}

check() {
    if ! find_python; then
        found=$("${PYTHON:-python3}" --version 2>/dev/null)
        say "missing: Python 3.11 or newer (${PYTHON:-python3}: ${found:-not found}; PYTHON=/path/to/python chooses another)"
        return 2
    fi
    missing=$(lacks) || missing="a Python that works: $python does not"
    [ -z "$missing" ] && return 0
    say "missing: $missing"
    return 2
}

# What the installation hangs on; if it changes, we install anew. The engine's sources are in it, for they are compiled.
state_of() {
    { echo "$1" && pwd && "$python" -VV && cat pyproject.toml setup.py src/pagekey/engine/*.py src/pagekey/engine/*.pyx; } | cksum
}

install() {
    if [ ! -x .venv/bin/python ] || ! .venv/bin/python -c '' 2>/dev/null; then
        rm -rf .venv
        "$python" -m venv .venv || return 1
    fi
    PAGEKEY_REQUIRE_COMPILED=1 .venv/bin/python -m pip install --quiet --no-input --disable-pip-version-check --editable "$1" || return 1
    .venv/bin/python -c 'from pagekey.engine import which; raise SystemExit(which() != "compiled")'
}

# set_up NAME WHAT: NAME marks the state, WHAT is what pip installs. The tests' set-up holds all that the sample needs.
set_up() {
    check || exit 2
    for name in "$1" tests; do
        [ -x .venv/bin/pagekey ] && [ "$(cat ".venv/$name.state" 2>/dev/null)" = "$(state_of "$name")" ] && return 0
    done
    say "setting up .venv with $("$python" --version): downloads, and compiles the engine (a minute or so)"
    rm -f .venv/*.state
    log=$(mktemp) || exit 2
    if ! install "$2" >"$log" 2>&1; then
        cat "$log" >&2
        rm -f "$log"
        say "the set-up failed; the reason stands above"
        exit 2
    fi
    rm -f "$log"
    state_of "$1" >".venv/$1.state"
}

verb=${1:-}
[ $# -gt 0 ] && shift
case $verb in
    check) check ;;
    sample) set_up sample . && exec .venv/bin/pagekey report examples/citations/citations.csv "$@" ;;
    test) set_up tests '.[dev]' && exec .venv/bin/python -m pytest -n auto "$@" ;;
    *) sed -n '2,4s/^# //p' go >&2 && exit 2 ;;
esac
