"""`./lab test`: run the stages of the size asked for, and sum up."""

import os
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import groupby

from tools.bootstrap.stamp import Stamp, digest_of
from tools.bytecode import keep_bytecode
from tools.errors import LabError
from tools.paths import BUILD_DIR, PROJECT_ROOT
from tools.testing.stage import Outcome, Stage, run_stage
from tools.testing.stages import STAGES


def run_tests(size: str, *, only: str | None = None) -> int:
    """Run all stages of `size` (quick, normal or full); exit code 1 if any failed.

    A failed stage does not hide what the later ones would say, except when the build itself fails.
    """
    chosen = [stage for stage in STAGES if size in stage.sizes]
    if only is not None:
        chosen = [stage for stage in STAGES if stage.name in ("build", only)]
        if only not in {stage.name for stage in STAGES}:
            names = ", ".join(stage.name for stage in STAGES)
            raise LabError(f"--only is {only!r}: there are {names}", exit_code=2)
    # The tests start hundreds of interpreters, each of which would compile thousands of modules.
    keep_bytecode(os.environ)
    started_s = time.monotonic()
    outcomes: list[Outcome] = []
    pass_over = size == "quick" and only is None
    for has_lanes, group in groupby(chosen, key=lambda stage: bool(stage.lane)):
        run = _run_lanes if has_lanes else _run_alone
        outcomes += run(list(group), pass_over=pass_over)
        if any(each.name == "build" and each.status == "FAILED" for each in outcomes):
            break
    return 0 if print_report(outcomes, time.monotonic() - started_s) else 1


def _run_alone(stages: list[Stage], *, pass_over: bool) -> list[Outcome]:
    """One after the other; nothing after a build that fails."""
    outcomes: list[Outcome] = []
    for stage in stages:
        outcomes.append(_run_or_pass_over(stage, pass_over=pass_over))
        if stage.name == "build" and outcomes[-1].status == "FAILED":
            break
    return outcomes


def _run_lanes(stages: list[Stage], *, pass_over: bool) -> list[Outcome]:
    """The lanes side by side; the first one is shown while it runs."""
    names = list(dict.fromkeys(stage.lane for stage in stages))

    def run_lane(name: str) -> list[Outcome]:
        return [
            _run_or_pass_over(stage, pass_over=pass_over, is_shown=name == names[0])
            for stage in stages
            if stage.lane == name
        ]

    with ThreadPoolExecutor(len(names)) as pool:
        outcomes = [outcome for lane in pool.map(run_lane, names) for outcome in lane]
    order = [stage.name for stage in stages]
    return sorted(outcomes, key=lambda outcome: order.index(outcome.name))


def _run_or_pass_over(stage: Stage, *, pass_over: bool, is_shown: bool = True) -> Outcome:
    """Run a stage; with --quick, skip it if its inputs are those of its last success."""
    stamp = Stamp(BUILD_DIR / "stamps" / f"test-{stage.name}")
    digest = digest_of([PROJECT_ROOT / name for name in stage.inputs])
    if pass_over and stage.inputs and stamp.matches(digest):
        return Outcome(stage.name, "unchanged", note="nothing it reads changed since it passed")
    stamp.clear()
    outcome = run_stage(stage, is_shown=is_shown)
    if outcome.status == "passed" and stage.inputs:
        stamp.write(digest)
    return outcome


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
