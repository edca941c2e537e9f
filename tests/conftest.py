"""Both engines, and where other people's data lies."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

SHARED = Path(__file__).parents[2] / "shared"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--engine", choices=("compiled", "uncompiled"), default=None, help="the engine behind the public functions")


def pytest_configure(config: pytest.Config) -> None:
    import pagekey.engine as place

    wanted = config.getoption("--engine")
    if wanted == "uncompiled":
        place.engine = place.load_uncompiled()
    elif wanted == "compiled" and place.which() != "compiled":
        raise pytest.UsageError("--engine compiled: there is no compiled engine that fits the sources; build it with pip install -e .")


def pytest_report_header() -> str:
    import pagekey.engine as place

    return f"pagekey engine behind the public functions: {place.which()}; tests marked by engine run on each"


def engines() -> list[object]:
    """The compiled engine (skipped where there is none) and the uncompiled one."""
    from pagekey.engine import load_compiled, load_uncompiled

    compiled = load_compiled()
    missing = pytest.mark.skipif(compiled is None, reason="no compiled engine here")
    return [pytest.param(compiled, id="compiled", marks=missing), pytest.param(load_uncompiled(), id="uncompiled")]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "engine" in metafunc.fixturenames:
        metafunc.parametrize("engine", engines(), scope="session")


@pytest.fixture(scope="session")
def facts_of() -> Callable[..., tuple[object, ...]]:
    """facts_of(engine, policy, raw): key, status word, hits, flags, host, domain, site number."""
    from pagekey.policy import Policy, compiled
    from pagekey.types import STATUSES

    def run(engine: ModuleType, policy: Policy, raw: str) -> tuple[object, ...]:
        key, status, *rest = engine.facts(compiled(policy, engine).plan, raw)
        return (key, STATUSES[status], *rest)

    return run


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of inputs that are not ours; the test is skipped where it is absent."""
    if not SHARED.exists():
        pytest.skip("the shared inputs are not here")
    return SHARED
