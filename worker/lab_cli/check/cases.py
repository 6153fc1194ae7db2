"""The test cases of the BBRv3 draft before and after a change."""

from collections.abc import Callable, Mapping

from lab_cli.kit.algorithm_input import AlgorithmInput
from lab_cli.report.bbr3.catalogue import load_cases
from lab_cli.report.bbr3.judged import judged_cases
from lab_model.algorithms import registry
from lab_model.evaluation.change import ChangedCase, JudgedCase, case_outcome

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
