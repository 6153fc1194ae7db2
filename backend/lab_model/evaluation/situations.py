"""The situations that every algorithm is put into (`situations.json`).

Those of `reports.json` come from public reports of bugs; only `./lab check` and what judges a
module has them.
"""

from copy import deepcopy
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Final, Literal

from pydantic import Field, TypeAdapter

from lab_model.modules import module_name
from lab_model.patterns import KEY
from lab_model.record import Record
from lab_model.scenarios import InvalidScenarioError, Scenario, validate_scenario

SITUATIONS_FILE: Final = files("lab_model.evaluation").joinpath("situations.json")
REPORTS_FILE: Final = files("lab_model.evaluation").joinpath("reports.json")

_ANY_MODULE: Final = module_name(b"")

LeaguePart = Literal["alone", "beside", "mice"]


class Situation(Record):
    """A scenario with the place of the tested algorithm left open, and what is measured in it."""

    id: str = Field(pattern=KEY)
    """Stable: links and stored numbers name it."""
    title: str
    sentence: str
    """What is in it, for people."""
    league: LeaguePart | None
    """alone: all flows run the tested algorithm; beside: one of them, against CUBIC; mice: with
    small transfers. Null: the league leaves it out, only the report has it."""
    numbers: list[str] = Field(min_length=1)
    """What the report shows, by the names of an experiment's numbers (docs/metrics.md)."""
    report: str | None = None
    """Address of the public report of a bug that it is drawn from."""
    scenario: dict[str, Any]
    """As in docs/scenario.md; flow groups whose `algorithm` is null run the tested one."""

    @property
    def tested_groups(self) -> frozenset[int]:
        """Places of the flow groups that run the tested algorithm."""
        groups = enumerate(self.scenario["flows"])
        return frozenset(place for place, group in groups if group["algorithm"] is None)

    @property
    def takes_modules(self) -> bool:
        """Whether a module can be tested here: none can have a connection for each transfer."""
        try:
            self.scenario_with({"name": _ANY_MODULE})
        except InvalidScenarioError:
            return False
        return True

    def scenario_with(self, algorithm: dict[str, Any]) -> Scenario:
        """The scenario of a tested algorithm, `{"name": ..., "parameters": ...}`.

        Raises `InvalidScenarioError` for an algorithm that a scenario cannot have.
        """
        data = deepcopy(self.scenario)
        data["name"] = self.title
        for group in data["flows"]:
            if group["algorithm"] is None:
                group["algorithm"] = algorithm
        return validate_scenario(data)


_SITUATIONS: Final = TypeAdapter(tuple[Situation, ...])


@cache
def load_situations() -> tuple[Situation, ...]:
    """All situations in their order. Read once per process."""
    return _in_file(SITUATIONS_FILE)


@cache
def load_battery() -> tuple[Situation, ...]:
    """What a change is checked in: all situations, then those of public reports."""
    return load_situations() + _in_file(REPORTS_FILE)


def _in_file(file: Traversable) -> tuple[Situation, ...]:
    return _SITUATIONS.validate_json(file.read_bytes())
