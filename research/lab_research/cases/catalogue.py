"""The cases of the draft: scenarios from a file, and the permanent link of each."""

from typing import Any, Final

from pydantic import Field, ValidationError

from lab_cli.kit.opened_link import opened_link
from lab_exec.errors import InputError
from lab_model.record import Record
from lab_model.scenarios import Scenario, validate_scenario
from lab_research.places import DATA

DATA_PATH: Final = DATA / "bbr3_cases.json"


class Case(Record):
    """One test case of the draft."""

    number: int = Field(ge=1)
    """In the order of the draft."""
    id: str
    """Of its check."""
    title: str
    """As in the draft."""
    setting: str
    """What the scenario does for it."""
    scenario: dict[str, Any]

    @property
    def valid_scenario(self) -> Scenario:
        """The scenario, checked."""
        return validate_scenario(self.scenario)

    @property
    def link(self) -> str:
        """Opens the scenario in the builder of any lab, and is read by the commands."""
        return opened_link(self.valid_scenario, 1)


class _Cases(Record):
    source: str
    cases: list[Case]


def load_cases() -> list[Case]:
    """In the order of the draft. Raises `InputError`."""
    try:
        return _Cases.model_validate_json(DATA_PATH.read_text(encoding="utf-8")).cases
    except (OSError, ValidationError) as error:
        raise InputError(f"'{DATA_PATH}' does not hold cases: {error}") from None
