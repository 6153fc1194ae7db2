"""Verdicts of the rows of `validate`, and the committed ones that they must equal."""

import json
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from pydantic import Field, ValidationError

from lab_cli.kit.output_file import write_text
from lab_exec.errors import InputError
from lab_model.experiments.statistics import Estimate
from lab_model.record import Record
from lab_research.places import DATA
from lab_research.validate.expectations import KnownDifferences, Row

VERDICTS_PATH: Final = DATA / "verdicts.json"

Verdict = Literal["pass", "fail", "known difference", "information"]
Form = Literal["full", "quick"]


@dataclass(frozen=True)
class Outcome:
    """A row, its measurement over the seeds, and the verdict."""

    row: Row
    measured: Estimate
    verdict: Verdict


class CommittedVerdicts(Record):
    """Verdicts per form and row: the forms differ in their seeds."""

    full: dict[str, Verdict] = Field(default={})
    quick: dict[str, Verdict] = Field(default={})


def judge(row: Row, measured: Estimate, known: KnownDifferences) -> Verdict:
    """The mean over the seeds lies within the bounds, or it does not.

    A number that does not exist misses. An explanation never turns a pass into something else.
    """
    if row.kind == "information":
        return "information"
    low = -math.inf if row.minimum is None else row.minimum
    high = math.inf if row.maximum is None else row.maximum
    if low <= measured.mean <= high:
        return "pass"
    return "known difference" if row.id in known.rows else "fail"


def changes(outcomes: list[Outcome], committed: dict[str, Verdict]) -> list[str]:
    """One line for each row whose verdict is not the committed one."""
    return [
        f"{item.row.id}: {item.verdict}, committed is {committed.get(item.row.id, 'nothing')}"
        for item in outcomes
        if committed.get(item.row.id) != item.verdict
    ]


def load_verdicts() -> CommittedVerdicts:
    """The committed verdicts. Raises `InputError`."""
    try:
        return CommittedVerdicts.model_validate_json(VERDICTS_PATH.read_text(encoding="utf-8"))
    except (OSError, ValidationError) as error:
        raise InputError(f"'{VERDICTS_PATH}' does not hold verdicts: {error}") from None


def write_verdicts(path: Path, form: Form, outcomes: list[Outcome]) -> None:
    """Renews the verdicts of one form, keeps those of the other."""
    content = load_verdicts().model_dump() if path.exists() else {"full": {}, "quick": {}}
    content[form] = {item.row.id: item.verdict for item in outcomes}
    write_text(path, json.dumps(content, indent=1) + "\n")
