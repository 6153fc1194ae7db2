"""The cases of the draft: scenarios from a file, and the permanent link of each."""

from importlib.resources import files
from typing import Any, Final

from pydantic import Field

from lab_cli.kit.opened_link import opened_link
from lab_model.record import Record
from lab_model.scenarios import Scenario, validate_scenario

_SCHEDULES: Final = ("rate_schedule", "delay_schedule", "outages")

Json = dict[str, Any]


class Aim(Record):
    """What the path or the application does must come in a phase, and other algorithms come to it
    at another time than BBRv3.
    """

    phase: str
    after: str | None = None
    """Of the phases of that name, the first after one of this name."""
    start_s: float
    """When BBRv3 comes to it, to the millisecond."""


class Case(Record):
    """One test case of the draft."""

    number: int = Field(ge=1)
    """In the order of the draft."""
    id: str
    """Of its check."""
    title: str
    """As in the draft."""
    setting: str
    """How the scenario provokes it."""
    aim: Aim | None = None
    scenario: Json

    @property
    def valid_scenario(self) -> Scenario:
        """The scenario, checked."""
        return validate_scenario(self.scenario)

    @property
    def link(self) -> str:
        """Opens the scenario in the builder of any lab, and is read by the commands."""
        return opened_link(self.valid_scenario, 1)

    def moved(self, later_s: float) -> Scenario:
        """The same with all that happens to the flow, and the end, that much later."""
        data = self.valid_scenario.model_dump(mode="json")
        for name in _SCHEDULES:
            for entry in data["bottleneck"].get(name) or []:
                entry["at_s"] = _moved(entry["at_s"], later_s)
        traffic = data["flows"][0]["traffic"]
        if "on_s" in traffic:
            traffic["on_s"] = _moved(traffic["on_s"], later_s)
        data["duration_s"] = _moved(data["duration_s"], max(0.0, later_s))
        return validate_scenario(data)


def _moved(time_s: float, later_s: float) -> float:
    return round(time_s + later_s, 3)


class _Cases(Record):
    source: str
    cases: list[Case]


def load_cases() -> list[Case]:
    """In the order of the draft."""
    text = files("lab_cli.report.bbr3").joinpath("cases.json").read_text(encoding="utf-8")
    return _Cases.model_validate_json(text).cases
