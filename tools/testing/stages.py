"""All stages in their order, and which sizes of the test run hold them."""

import sys

from tools.bootstrap.api_types import ensure_client_models, ensure_interface_types
from tools.bootstrap.core import ensure_core
from tools.checks.run import run_checks
from tools.errors import LabError
from tools.testing import browser, cpp, frontend, fuzz, python, same_bytes, schema
from tools.testing.stage import Stage, StageRun

ALL = frozenset({"quick", "normal", "full"})
THOROUGH = frozenset({"normal", "full"})
QUICK = frozenset({"quick"})
FULL = frozenset({"full"})
NORMAL = frozenset({"normal"})


def _build(_run: StageRun) -> None:
    """The Python packages, also of the client, the core's module, and the types of the API."""
    ensure_client_models()
    ensure_core()
    ensure_interface_types()


def _locks(run: StageRun) -> None:
    """The guard that keeps addresses out of locks."""
    _checks(run, ["lock files"])


def _rules(run: StageRun) -> None:
    """Sizes, leftovers, C++ includes, and that tools/ needs no packages."""
    _checks(run, None)


def _checks(run: StageRun, names: list[str] | None) -> None:
    passed, problems = run_checks(names)
    run.passed_tests += passed
    for problem in problems:
        print(problem, file=sys.stdout, flush=True)
    if problems:
        raise LabError(f"{len(problems)} problems")


CORE = ("sim-core/CMakeLists.txt", "sim-core/cmake", "sim-core/include", "sim-core/src")
PYTHON = ("backend", "worker", "migrations", "tools", "pyproject.toml", "requirements.lock")

# Compilers, linters and tests wait for one another, for files and for servers: two lanes keep two
# processors busy. The first one is shown while it runs.
FIRST = "first"
SECOND = "second"

STAGES = (
    Stage("locks", _locks, ALL),
    Stage("build", _build, ALL),
    Stage("checks", _rules, ALL),
    Stage("lint", python.lint, ALL, lane=FIRST),
    Stage("types", python.types, ALL, inputs=PYTHON, lane=SECOND),
    Stage("imports", python.imports, ALL, inputs=PYTHON, lane=FIRST),
    # The normal run has the same suites under sanitizers: twice would be a tenth of its time.
    Stage("cpp", cpp.cpp_tests, QUICK | FULL, inputs=(*CORE, "sim-core/tests"), lane=SECOND),
    Stage("sanitizers", cpp.sanitizer_tests, NORMAL, lane=SECOND),
    Stage("all-sanitizers", cpp.full_sanitizer_tests, FULL, lane=SECOND),
    Stage("fuzz", fuzz.fuzz, FULL, lane=SECOND),
    Stage("same-bytes", same_bytes.same_bytes, FULL, lane=SECOND),
    Stage("units", python.unit_tests, QUICK, inputs=(*PYTHON, *CORE, "tests"), lane=FIRST),
    Stage("python", python.tests, THOROUGH, lane=FIRST),
    Stage("frontend-units", frontend.quick_checks, QUICK, inputs=("frontend",), lane=SECOND),
    Stage("frontend", frontend.checks, NORMAL, lane=SECOND),
    Stage("all-frontend", frontend.full_checks, FULL, lane=SECOND),
    Stage("browser", browser.end_to_end, NORMAL),
    Stage("all-browser", browser.full_end_to_end, FULL),
    Stage("schema", schema.schema, FULL),
    Stage("slow", python.slow_tests, FULL),
    Stage("faults", python.fault_tests, FULL),
)
