"""Run all checks of this folder."""

from collections.abc import Callable, Iterable

from tools.checks import (
    blobs,
    circles,
    dead_files,
    domains,
    hand_written,
    includes,
    kinds,
    leftovers,
    locks,
    pages,
    readmes,
    sizes,
    spacing,
    standard_library,
    stored_core,
    styles,
    words,
)

CHECKS: dict[str, Callable[[], Iterable[str]]] = {
    "lock files": locks.problems,
    "sizes": sizes.problems,
    "leftovers": leftovers.problems,
    "C++ includes": includes.problems,
    "kinds by name": kinds.problems,
    "circles of imports": circles.problems,
    "domains through services": domains.problems,
    "README names folders": readmes.problems,
    "spacing": spacing.problems,
    "shared styles": styles.problems,
    "pages": pages.problems,
    "large files": blobs.problems,
    "data written by hand": hand_written.problems,
    "dead files": dead_files.problems,
    "core of the page": stored_core.problems,
    "tools need no packages": standard_library.problems,
    "words of texts": words.problems,
}


def run_checks(names: Iterable[str] | None = None) -> tuple[int, list[str]]:
    """How many checks passed, and the problems of the others."""
    found: list[str] = []
    passed = 0
    for name in names or CHECKS:
        problems = list(CHECKS[name]())
        passed += not problems
        found += [f"[{name}] {problem}" for problem in problems]
    return passed, found
