"""The table and the closing line of a test run."""

from collections.abc import Sequence

from tools.testing.stage import Outcome


def print_report(outcomes: Sequence[Outcome], seconds: float) -> bool:
    """Print one row for each stage and a closing line; true if nothing failed."""
    width = max(len(outcome.name) for outcome in outcomes)
    print(f"\n{'stage':<{width}}  {'result':<9}  {'time':>8}  {'tests':>6}")
    for outcome in outcomes:
        shown = str(outcome.passed_tests) if outcome.passed_tests else ""
        row = f"{outcome.name:<{width}}  {outcome.status:<9}  {outcome.seconds:7.1f}s  {shown:>6}"
        print(f"{row}  {outcome.note}".rstrip())
    failed = sum(outcome.status == "FAILED" for outcome in outcomes)
    tests = sum(outcome.passed_tests for outcome in outcomes)
    # In the form of pytest's closing line; what failed are stages, what passed are tests.
    verdict = f"{failed} failed, " if failed else ""
    print(f"\n===== {verdict}{tests} passed in {seconds:.2f}s =====", flush=True)
    return failed == 0
