"""Many runs asked for together. The same with and without a server."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from typing import Generic, NamedTuple, TypeVar

from fairtt_lab.errors import InvalidInputError, invalid
from fairtt_lab.runs import Run
from fairtt_lab.scenarios import ScenarioLike, check, within
from lab_model.scenarios import LIMITS, Scenario

RunT_co = TypeVar("RunT_co", bound=Run, covariant=True)
ValueT = TypeVar("ValueT")


class Wanted(NamedTuple):
    """A run that can be computed."""

    scenario: Scenario
    seed: int


class ManyRuns(ABC, Generic[RunT_co]):
    """What computes runs, and takes many at once."""

    @abstractmethod
    def _begin_all(self, wanted: Sequence[Wanted]) -> list[RunT_co]:
        """Begin these runs."""

    def run_many(self, wanted: Iterable[tuple[ScenarioLike, int]]) -> list[RunT_co]:
        """Begin a run of each pair of scenario and seed, in this order; `wait` for each.

        None begins where one of them is not valid: raises `InvalidInputError`, whose field begins
        with the place in the list (`runs.3.scenario.flows.0.rtt_s`).
        """
        found: list[Wanted] = []
        for index, (scenario, seed) in enumerate(wanted):
            try:
                found.append(checked_run(scenario, seed))
            except InvalidInputError as error:
                place = f"runs.{index}" if error.field == "seed" else f"runs.{index}.scenario"
                raise within(place, error) from None
        return self._begin_all(found)

    def map(
        self,
        make: Callable[[ValueT], ScenarioLike],
        values: Iterable[ValueT],
        *,
        seeds: Iterable[int] = (1,),
    ) -> list[RunT_co]:
        """Begin a run of `make(value)` for each value with each seed: first all seeds of the first
        value. For intervals, and for every combination of several settings, use `sweep`.
        """
        each = tuple(seeds)
        scenarios = [make(value) for value in values]
        return self.run_many((scenario, seed) for scenario in scenarios for seed in each)


def checked_run(scenario: ScenarioLike, seed: int) -> Wanted:
    """The run with every default filled in. Raises `InvalidInputError`."""
    if not 0 <= seed <= LIMITS.max_seed:
        message = f"seed is {seed}; it must be 0 to {LIMITS.max_seed}"
        raise invalid("seed", message, seed, LIMITS.max_seed)
    return Wanted(check(scenario), seed)
