"""The computations of a search for a bad situation: its value with a seed, and the causes."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from lab_exec import run_scenario
from lab_exec.errors import RunFailedError
from lab_exec.explained import ExplainedRun, explained_run
from lab_exec.parallel import may_continue
from lab_model.evaluation.evaluated import STAND_IN
from lab_model.evaluation.goals import CHANGE, GOALS
from lab_model.evaluation.search import CONFIRMING_SEEDS, Confirmed
from lab_model.evaluation.space import PLAIN, SETTINGS, Candidate, differing, scenario_data
from lab_model.experiments import numbers_of
from lab_model.scenarios import InvalidScenarioError, Scenario, validate_scenario
from lab_model.scenarios.algorithm_choice import AlgorithmChoice, choice_title
from lab_model.scenarios.computed.cost import work_packet_count

# wasmtime is loaded with the first module.
if TYPE_CHECKING:
    from lab_exec.wasm_module import LoadedModule

Json = dict[str, Any]
Run = Callable[[Scenario, int], Json]
"""The result of a scenario with a seed."""
Explain = Callable[[Scenario, int], ExplainedRun]
"""A run of a scenario with chains of causes."""

MOST_PACKETS: Final = 400_000
"""Larger situations are passed over: a search of hundreds of runs must end in minutes."""
_LEAST_QUEUE_S: Final = 0.001
"""Queues of less count as this much: twice as little is no difference that anyone notices."""


@dataclass(frozen=True)
class Question:
    """The question of a search: the goal by name, and the senders."""

    goal: str
    """One of `GOALS`, or `change`."""
    first: Json
    """Algorithm of A; of a change, as it is before."""
    second: Json
    """Algorithm of B."""
    after: Json | None = None
    """For a change: the algorithm of A after it."""
    modules: Mapping[str, Path] = field(default_factory=dict)
    """Files of the algorithms that are modules, by name."""

    def title(self, algorithm: Json) -> str:
        """Name, or file, and settings."""
        path = self.modules.get(algorithm["name"])
        return choice_title({**algorithm, "name": path.name} if path else algorithm)

    def scenario(self, candidate: Candidate, *, is_after: bool = False) -> Scenario | None:
        """The situation; None where it is refused or too large."""
        senders = self._senders(is_after=is_after)
        scenario = self.plain_scenario(candidate, is_after=is_after)
        if scenario is None or work_packet_count(scenario) > MOST_PACKETS:
            return None
        flows = [
            group.model_copy(update={"algorithm": _chosen(sender)})
            if sender["name"] in self.modules
            else group
            for group, sender in zip(scenario.flows, senders, strict=True)
        ]
        name = " beside ".join(map(self.title, senders)) if self.modules else scenario.name
        return scenario.model_copy(update={"flows": flows, "name": name})

    def plain_scenario(self, candidate: Candidate, *, is_after: bool = False) -> Scenario | None:
        """The candidate's scenario with an algorithm of the core in the place of each module, as
        links to the lab have it.
        """
        senders = [
            {"name": STAND_IN} if each["name"] in self.modules else each
            for each in self._senders(is_after=is_after)
        ]
        try:
            return validate_scenario(scenario_data(candidate, *senders))
        except InvalidScenarioError:
            return None

    def run(self, scenario: Scenario, seed: int, **options: Any) -> Json:
        """One run of it, in this process; `options` are those of `run_scenario`."""
        modules = self._modules_in(scenario)
        return run_scenario(
            scenario,
            seed,
            **{"series": False, **options},
            on_progress=may_continue,
            modules=modules,
        )

    def explained(self, scenario: Scenario, seed: int) -> ExplainedRun:
        """As `run`, with chains of causes."""
        return explained_run(scenario, seed, self._modules_in(scenario), on_progress=may_continue)

    def _modules_in(self, scenario: Scenario) -> "dict[str, LoadedModule]":
        if not self.modules:
            return {}
        from lab_exec.scenario_modules import modules_of

        return modules_of(scenario, self.modules.values())

    def _senders(self, *, is_after: bool) -> tuple[Json, Json]:
        return (self.after if is_after and self.after is not None else self.first), self.second


def _chosen(module: Json) -> AlgorithmChoice:
    """The module as a flow's algorithm, not validated: the registry knows no modules."""
    return AlgorithmChoice.model_construct(
        name=module["name"], parameters=dict(module.get("parameters", {}))
    )


def value_of(
    question: Question, candidate: Candidate, seed: int, run: Run | None = None
) -> float | None:
    """The value of one run, or of the two runs of a change. `run` computes them, if not here."""
    run = run or question.run
    scenario = question.scenario(candidate)
    if scenario is None:
        return None
    result = run(scenario, seed)
    if question.goal != CHANGE:
        return GOALS[question.goal].measure(result)
    after = question.scenario(candidate, is_after=True)
    if after is None:
        return None
    changed = run(after, seed)
    return max(factor for _, factor in differences(result, changed))


def situation_of(question: Question, best: Confirmed, explain: Explain | None = None) -> Json:
    """The situation, with the chains of causes of the first of the fresh seeds. `explain` computes
    them, if not here.
    """
    scenario = question.scenario(best.candidate, is_after=question.after is not None)
    if scenario is None:
        raise AssertionError("A situation that was measured is valid")
    low, mean, high = best.interval
    return {
        "settings": [
            {
                "setting": SETTINGS[index].title,
                "value": SETTINGS[index].values[best.candidate[index]],
                "plain": SETTINGS[index].values[PLAIN[index]],
                "text": SETTINGS[index].in_words(best.candidate[index]),
                "plain_text": SETTINGS[index].in_words(PLAIN[index]),
            }
            for index in differing(best.candidate)
        ],
        "seeds": list(CONFIRMING_SEEDS),
        "values": list(best.values),
        "mean": mean,
        "interval": [low, high],
        "is_confirmed": best.is_confirmed,
        "scenario": scenario.model_dump(mode="json", exclude_defaults=True),
        "why": _why(scenario, explain or question.explained),
    }


def _why(scenario: Scenario, explain: Explain) -> list[Json]:
    """The chains of the first flow of each group, with the first of the confirming seeds; none of a
    module that fails once more is recorded, or is not there any more.
    """
    try:
        explained = explain(scenario, CONFIRMING_SEEDS[0])
    except RunFailedError:
        return []
    groups: dict[int, int] = {}
    for index, flow in enumerate(explained.result["flows"]):
        groups.setdefault(flow["group_index"], index)
    return [
        {
            "flow": explained.chains[index].name,
            "sentences": [link.sentence for link in explained.chains[index].links],
        }
        for index in groups.values()
        if index in explained.chains
    ]


def differences(before: Json, after: Json) -> list[tuple[str, float]]:
    """The factor, at least 1, by which each quantity differs."""
    pairs = [
        ("throughput of a flow of A", _throughput_bps(before), _throughput_bps(after)),
        ("mean queueing delay", _queue_s(before), _queue_s(after)),
    ]
    return [(name, math.exp(abs(math.log(two / one)))) for name, one, two in pairs]


def _throughput_bps(result: Json) -> float:
    rates = [flow["throughput_bps"] or 0.0 for flow in result["flows"] if not flow["group_index"]]
    # One packet in the window, so that a flow that got nothing has a ratio.
    window_s = result["window"]["end_s"] - result["window"]["start_s"]
    return float(max(math.fsum(rates) / len(rates), 8 * 1500 / window_s))


def _queue_s(result: Json) -> float:
    return max(numbers_of(result)["mean_queue_s"] or 0.0, _LEAST_QUEUE_S)
