"""The value of a situation with a seed, computed in other processes."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from lab_cli.counterexample.goals import GOALS
from lab_cli.counterexample.space import Candidate, scenario_data
from lab_exec import run_scenario
from lab_exec.parallel import Processes, goes_on
from lab_model.experiments import numbers_of
from lab_model.scenarios import InvalidScenarioError, Scenario, validate_scenario
from lab_model.scenarios.cost import work_packet_count

Json = dict[str, Any]

MOST_PACKETS: Final = 400_000
"""Larger situations are passed over: a search of hundreds of runs must end in minutes."""
CHANGE: Final = "change"
_LEAST_QUEUE_S: Final = 0.001
"""Queues of less count as this much: twice as little is no difference that anyone notices."""


@dataclass(frozen=True)
class Question:
    """What is searched: the goal by name, and who sends."""

    goal: str
    """Of `GOALS`, or `change`."""
    first: Json
    """Algorithm of A; of a change, as it is before."""
    second: Json
    """Algorithm of B."""
    after: Json | None = None
    """Of a change: the algorithm of A as it is afterwards."""

    def scenario(self, candidate: Candidate, *, is_after: bool = False) -> Scenario | None:
        """The situation; None where it is refused or too large."""
        first = self.after if is_after and self.after is not None else self.first
        try:
            scenario = validate_scenario(scenario_data(candidate, first, self.second))
        except InvalidScenarioError:
            return None
        return scenario if work_packet_count(scenario) <= MOST_PACKETS else None


def measure_in(
    processes: Processes, question: Question, on_done: Callable[[], object]
) -> Callable[[Sequence[tuple[Candidate, int]]], list[float | None]]:
    """What the search asks for values."""

    def measure(pairs: Sequence[tuple[Candidate, int]]) -> list[float | None]:
        futures = [processes.submit(value_of, question, *pair) for pair in pairs]
        values = []
        for future in futures:
            values.append(future.result())
            on_done()
        return values

    return measure


def value_of(question: Question, candidate: Candidate, seed: int) -> float | None:
    """The value of one run, or of the two runs of a change."""
    scenario = question.scenario(candidate)
    if scenario is None:
        return None
    result = run_scenario(scenario, seed, series=False, on_progress=goes_on)
    if question.goal != CHANGE:
        return GOALS[question.goal].measure(result)
    after = question.scenario(candidate, is_after=True)
    if after is None:
        return None
    changed = run_scenario(after, seed, series=False, on_progress=goes_on)
    return max(factor for _, factor in differences(result, changed))


def differences(before: Json, after: Json) -> list[tuple[str, float]]:
    """By how much each quantity differs, as a factor of at least 1."""
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
