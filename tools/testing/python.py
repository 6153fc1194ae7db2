"""The Python stages: linter, types, import rules, tests on the real bundled servers."""

import os

from tools.checks.files import files_with
from tools.paths import PROJECT_ROOT, venv_bin
from tools.testing.stage import StageRun

PYTHON_FOLDERS = ("backend", "worker", "migrations", "research", "tests", "tools")
TYPED_FOLDERS = (
    "backend/fairtt_lab",
    "backend/lab",
    "backend/lab_model",
    "research/lab_research",
    "worker/lab_cli",
    "worker/lab_exec",
    "worker/lab_worker",
    "tests",
    "tools",
)

# Each process has servers of its own and collects all tests, which takes seconds.
MOST_PROCESSES = 4

FAST = " and ".join(
    f"not {mark}" for mark in ("slow", "drill", "large", "crowd", "storm", "viewers", "starts")
)


def lint(run: StageRun) -> None:
    """Ruff's rules and its format, and the format of C++."""
    folders = [name for name in PYTHON_FOLDERS if any((PROJECT_ROOT / name).rglob("*.py"))]
    run.command(venv_bin("ruff"), "check", *folders)
    run.command(venv_bin("ruff"), "format", "--check", *folders)
    run.command(venv_bin("clang-format"), "--dry-run", "-Werror", *files_with(".cpp", ".h"))


def types(run: StageRun) -> None:
    """mypy, strict; of tests what they call."""
    run.command(venv_bin("mypy"), *TYPED_FOLDERS)


def imports(run: StageRun) -> None:
    """Import rules: which package may import which (docs/architecture.md)."""
    run.command(venv_bin("lint-imports"), "--no-cache")


def tests(run: StageRun) -> None:
    """All tests but those of the browser and the slow ones; lists the slowest."""
    longest = ("--durations=25", "--durations-min=5")
    run.command(venv_bin("pytest"), "-q", *_side_by_side(), *longest, "-m", FAST, "tests")


def unit_tests(run: StageRun) -> None:
    """What needs no server: all others are minutes, and the normal run has them."""
    names = ("model", "exec", "bindings")
    folders = [f"tests/{name}" for name in names]
    existing = [name for name in folders if (PROJECT_ROOT / name).is_dir()]
    run.command(venv_bin("pytest"), "-q", "-x", "-m", FAST, *existing)


def _side_by_side() -> list[str]:
    """Options of pytest-xdist: a file's tests stay together, as they share what they set up."""
    processes = min(MOST_PROCESSES, os.cpu_count() or 1)
    return ["-n", str(processes), "--dist", "loadfile"]


def slow_tests(run: StageRun) -> None:
    """Validation that takes long."""
    run.command(venv_bin("pytest"), "-q", "-m", "slow", "tests")


def fault_tests(run: StageRun) -> None:
    """What `./lab drill` does."""
    run.command(venv_bin("pytest"), "-q", "-m", "drill", "tests/faults")
