"""What is judged beside the situations: the test cases of the BBRv3 draft, and whether an algorithm
is within what other implementations of it do.
"""

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final

from lab_cli.kit.algorithm_input import AlgorithmInput
from lab_cli.kit.evaluation import run_tested, scenario_in
from lab_cli.report.bbr3.catalogue import load_cases
from lab_cli.report.bbr3.judged import judged_cases
from lab_exec.errors import InputError
from lab_exec.parallel import Job, run_all
from lab_model.algorithms import registry
from lab_model.evaluation.change import ChangedCase, JudgedCase, case_outcome
from lab_model.evaluation.hulls import Hulls, hull_numbers, load_hulls
from lab_model.scenarios import Scenario

NO_HULLS: Final = "none"

Verdicts = Mapping[str, JudgedCase]
"""By id of the case."""


def apply_to(tested: AlgorithmInput) -> bool:
    """Whether it has any of the phases that cases wait for. Without them none can be judged."""
    wanted = {case.aim.phase for case in load_cases() if case.aim is not None}
    if tested.module is not None:
        declared = set(tested.module.module.description.phases)
    else:
        infos = registry().algorithms
        declared = {
            phase
            for info in infos
            if info.name == tested.algorithm["name"]
            for phase in info.phases
        }
    return bool(wanted & declared)


def verdicts_on(
    tested: AlgorithmInput, process_count: int, on_done: Callable[[], object]
) -> Verdicts:
    """All cases, each run once."""
    return {
        each.case.id: JudgedCase(verdict=each.verdict, measured=each.measured)
        for each in judged_cases(tested, process_count, on_done)
    }


def changed_cases(before: Verdicts, after: Verdicts) -> list[ChangedCase]:
    """Those that both have, in the draft's order."""
    return [
        ChangedCase(
            id=case.id,
            number=case.number,
            title=case.title,
            setting=case.setting,
            before=before[case.id],
            after=after[case.id],
            outcome=case_outcome(before[case.id].verdict, after[case.id].verdict),
        )
        for case in load_cases()
        if case.id in before and case.id in after
    ]


def hulls_for(before: AlgorithmInput, wanted: str | None) -> Hulls | None:
    """Of the algorithm that was asked for, or that BEFORE is. Raises `InputError`."""
    known = load_hulls()
    if wanted == NO_HULLS:
        return None
    if wanted is not None and wanted not in known:
        names = ", ".join((*known, NO_HULLS))
        raise InputError(f"--hulls is '{wanted}'; it must be one of {names}")
    return known.get(wanted or before.algorithm["name"])


def hull_run_count(hulls: Hulls) -> int:
    """Of one side."""
    return sum(len(hull.seeds) for hull in hulls.hulls)


def in_hulls(
    tested: AlgorithmInput, hulls: Hulls, process_count: int, on_done: Callable[[], object]
) -> list[dict[str, float]]:
    """Its numbers in the situation of each hull, with the seeds of the others."""
    jobs = []
    for hull in hulls.hulls:
        scenario = scenario_in(tested, hull.situation)
        if scenario is None:
            raise AssertionError("No hull has a connection for each transfer")
        jobs += [Job(hull.situation.id, scenario, seed) for seed in hull.seeds]
    path = None if tested.module is None else tested.module.module.path
    results = iter(run_all(jobs, process_count, on_done, partial(_run, path)))
    return [hull_numbers([next(results)[1] for _ in hull.seeds]) for hull in hulls.hulls]


def _run(path: Path | None, scenario: Scenario, seed: int) -> dict[str, Any]:
    return run_tested(path, scenario, seed, series=False)
