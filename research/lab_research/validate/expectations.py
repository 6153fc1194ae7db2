"""The rows of `validate`: what is expected of the core, where that is written, and how far off.

The bounds are data, committed before the first comparison (research/data).
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal, TypeVar

from pydantic import BaseModel, Field, ValidationError

from lab_exec.errors import InputError
from lab_model.record import Record
from lab_model.scenarios import Scenario, validate_scenario
from lab_research.places import DATA

EXPECTATIONS_PATH: Final = DATA / "expectations.json"
KNOWN_DIFFERENCES_PATH: Final = DATA / "known_differences.json"

Kind = Literal["check", "information"]


@dataclass(frozen=True)
class Row:
    """One number that is expected of one scenario."""

    id: str
    what: str
    key: str
    """The key of the scenario: rows with one key share its runs."""
    scenario: Scenario
    metric: str
    expectation: str
    minimum: float | None
    maximum: float | None
    source: str
    kind: Kind
    seed_count: int
    is_quick: bool


class LinuxTolerance(Record):
    """How far our mean may lie outside of the range of the kernel's repetitions."""

    source: str
    seed_count: int = Field(ge=1)
    share_of_flow_0_ratio: float
    utilisation_ratio: float
    mean_queue_buffer_ratio: float
    """Of the buffer."""
    retransmit_ratio: float
    """At most; the tolerance is `retransmit_of_linux_ratio` of the highest measured ratio."""
    retransmit_of_linux_ratio: float
    retransmit_floor_ratio: float
    """At least."""


class _ScenarioEntry(Record):
    seed_count: int = Field(ge=1)
    quick: bool
    scenario: dict[str, Any]


class _RowEntry(Record):
    id: str
    what: str
    scenario: str
    metric: str
    expectation: str
    minimum: float | None
    maximum: float | None
    source: str
    kind: Kind


class Expectations(Record):
    """The whole file."""

    description: str
    quick_seed_count: int = Field(ge=1)
    linux: LinuxTolerance
    scenarios: dict[str, _ScenarioEntry]
    rows: list[_RowEntry]

    def to_rows(self) -> list[Row]:
        """The rows with their scenarios."""
        scenarios = {
            key: validate_scenario({"name": key, **entry.scenario})
            for key, entry in self.scenarios.items()
        }
        return [
            Row(
                id=entry.id,
                what=entry.what,
                key=entry.scenario,
                scenario=scenarios[entry.scenario],
                metric=entry.metric,
                expectation=entry.expectation,
                minimum=entry.minimum,
                maximum=entry.maximum,
                source=entry.source,
                kind=entry.kind,
                seed_count=self.scenarios[entry.scenario].seed_count,
                is_quick=self.scenarios[entry.scenario].quick,
            )
            for entry in self.rows
        ]


class KnownDifferences(Record):
    """Rows that miss for a reason that we know: row to explanation."""

    rows: dict[str, str]


Entry = TypeVar("Entry", bound=BaseModel)


def load_expectations() -> Expectations:
    """The committed expectations. Raises `InputError`."""
    return _load(EXPECTATIONS_PATH, Expectations)


def load_known_differences() -> KnownDifferences:
    """The committed explanations. Raises `InputError`."""
    return _load(KNOWN_DIFFERENCES_PATH, KnownDifferences)


def _load(path: Path, model: type[Entry]) -> Entry:
    try:
        return model.model_validate(json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValidationError, ValueError) as error:
        raise InputError(f"'{path}' does not hold what ./lab validate needs: {error}") from None
