"""The verdict on each case, for an algorithm of the core or a user's own module.

    judged_cases(tested, 2, on_done)[3].verdict      # "holds", "fails" or "cannot be judged"

A case is about BBRv3's own state: its phases, why they end, its estimates. Where an algorithm
does not declare what a check asks for, nothing is concluded.
"""

from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal, get_args

from lab_cli.kit.algorithm_input import AlgorithmInput
from lab_cli.report.bbr3.catalogue import Aim, Case, load_cases
from lab_cli.report.bbr3.checks import CHECKS
from lab_cli.report.bbr3.observed import Observed, UndeclaredError, observe
from lab_exec.errors import RunFailedError
from lab_exec.parallel import simulating_processes
from lab_model.algorithms import registry
from lab_model.scenarios import Scenario
from lab_model.scenarios.algorithm_choice import AlgorithmChoice

Verdict = Literal["holds", "fails", "cannot be judged"]
VERDICTS: Final[tuple[Verdict, ...]] = get_args(Verdict)


@dataclass(frozen=True)
class Outcome:
    """A case, and what its run showed."""

    case: Case
    verdict: Verdict
    measured: str
    digest: str = ""
    """Of the run's summary, as its qlog names it; empty: it did not run."""
    scenario: Scenario | None = None
    """As it ran, with its events moved to the algorithm's own phases; none: it did not run."""

    def document(self) -> dict[str, Any]:
        """For a file."""
        scenario = self.scenario
        return {
            "number": self.case.number,
            "title": self.case.title,
            "setting": self.case.setting,
            "verdict": self.verdict,
            "measured": self.measured,
            "summary_digest": self.digest or None,
            "scenario": None
            if scenario is None
            else scenario.model_dump(mode="json", exclude_defaults=True),
        }


def _parameters_of(name: str) -> frozenset[str]:
    (info,) = (each for each in registry().algorithms if each.name == name)
    return frozenset(item.name for item in info.parameters)


@dataclass(frozen=True)
class Tested:
    """The judged algorithm, in a form that another process can have."""

    algorithm: dict[str, Any]
    parameters: frozenset[str]
    """That it declares."""
    path: Path | None = None
    """Of a module."""

    def in_scenario(self, scenario: Scenario) -> Scenario:
        """In the place of BBRv3, with what a case sets of BBRv3's parameters. Raises
        `UndeclaredError`.
        """
        (flow,) = scenario.flows
        needed = flow.algorithm.parameters
        for name in needed:
            if name not in self.parameters:
                raise UndeclaredError(f"declares no parameter {name}")
        given = {**self.algorithm.get("parameters", {}), **needed}
        if self.path is not None:  # A module's parameters are integers: yes is 1.
            given = {name: int(value) for name, value in given.items()}
        # Built without validation: the registry knows no modules.
        choice = AlgorithmChoice.model_construct(name=self.algorithm["name"], parameters=given)
        return scenario.model_copy(
            update={"flows": [flow.model_copy(update={"algorithm": choice})]}
        )


BBR3: Final = Tested({"name": "bbr3"}, _parameters_of("bbr3"))


def judge(case: Case, tested: Tested = BBR3) -> Outcome:
    """Runs a case and asks its check. What must come in a phase comes when the algorithm is in it:
    a first run, in which nothing happens to the flow, says when that is.
    """
    ran: Observed | None = None
    try:
        later_s = 0.0 if case.aim is None else _later_s(case, case.aim, tested)
        ran = observe(tested.in_scenario(case.moved(later_s)), tested.path)
        holds, measured = CHECKS[case.id](ran)
        verdict: Verdict = "holds" if holds else "fails"
    except UndeclaredError as error:
        verdict, measured = "cannot be judged", str(error)
    except RunFailedError as error:
        verdict, measured = "fails", str(error)
    if ran is None:
        return Outcome(case, verdict, measured)
    return Outcome(case, verdict, measured, ran.summary_digest, ran.scenario)


def _later_s(case: Case, aim: Aim, tested: Tested) -> float:
    undisturbed = case.moved(case.valid_scenario.duration_s)
    run = observe(tested.in_scenario(undisturbed), tested.path)
    after_s = 0.0 if aim.after is None else run.first(aim.after).start_s
    return round(run.first(aim.phase, after_s).start_s, 3) - aim.start_s


def judged_cases(
    tested: AlgorithmInput, process_count: int, on_done: Callable[[], object]
) -> list[Outcome]:
    """All cases, each in another process: a module may be slow, or end it."""
    given = _tested(tested)
    with simulating_processes(process_count) as processes:
        waiting = [processes.submit(judge, case, given) for case in load_cases()]
        for each in waiting:
            each.add_done_callback(lambda _: on_done())
        try:
            return [each.result() for each in waiting]
        except BrokenProcessPool:
            message = "A simulating process died; the core says why above, if it could"
            raise RunFailedError(message) from None


def _tested(tested: AlgorithmInput) -> Tested:
    if tested.module is not None:
        own = tested.module.module
        names = {item.name for item in own.description.parameters}
        return Tested(tested.algorithm, frozenset(names), own.path)
    return Tested(tested.algorithm, _parameters_of(tested.algorithm["name"]))
