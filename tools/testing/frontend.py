"""The frontend's stage: format, linter, types, units, build, size."""

from functools import partial

from tools.bootstrap.frontend import FRONTEND_DIR, ensure_frontend, ensure_node_modules
from tools.testing.stage import StageRun

# Each of them uses one processor.
STATIC_LANES = (("lint",), ("format:check", "types"))
FULL_STATIC_LANES = (("lint:types",), ("format:check", "types"))
SCRIPTS_AFTER_BUILD = ("size", "fuzz")


def checks(run: StageRun) -> None:
    """Format, linter, types and units, then the build that `./lab up` serves."""
    _check(run, STATIC_LANES)


def full_checks(run: StageRun) -> None:
    """As `checks`, with the linter's rules that ask compilers and damaged files, which take
    minutes.
    """
    _check(run, FULL_STATIC_LANES)
    _scripts(run, ("fuzz:full",))


def _check(run: StageRun, lanes: tuple[tuple[str, ...], ...]) -> None:
    ensure_node_modules()
    run.side_by_side(*(partial(_scripts, names=names) for names in lanes))
    _scripts(run, ("test",))
    ensure_frontend()
    _scripts(run, SCRIPTS_AFTER_BUILD)


def quick_checks(run: StageRun) -> None:
    """Types and units."""
    _scripts(run, ("types", "test"))


def _scripts(run: StageRun, names: tuple[str, ...]) -> None:
    node = ensure_node_modules()
    for name in names:
        command = [*node.npm, "run", "--silent", name]
        run.command(*command, cwd=FRONTEND_DIR, environment=node.environment())
