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
    failed = [outcome for outcome in outcomes if outcome.status == "FAILED"]
    tests = sum(outcome.passed_tests for outcome in outcomes)
    stages = sum(outcome.status == "passed" for outcome in outcomes)
    verdict = f"{len(failed)} of {len(outcomes)} stages failed, " if failed else ""
    print(
        f"\n===== {verdict}{tests + stages} passed ({stages} stages, {tests} tests) in "
        f"{seconds:.1f}s ====="
    )
    return not failed
