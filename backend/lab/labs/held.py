"""A checked lab file, and quantities derived from it."""

import hashlib
import json
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from lab.errors import NotFound
from lab_model.classroom import LabFile
from lab_model.classroom.lab_file import PredictionStep, Step, for_students
from lab_model.classroom.withheld import predictions_first
from lab_model.scenarios.units import one_line


@dataclass(frozen=True, eq=False)
class HeldLab:
    """A file that was checked."""

    digest: str
    lab: LabFile

    @cached_property
    def document(self) -> dict[str, Any]:
        """As JSON, with keys, notes and solutions: for teachers. Shared: change nothing."""
        return self.lab.model_dump(mode="json")

    @cached_property
    def for_students(self) -> dict[str, Any]:
        """As JSON, without them. Shared: change nothing."""
        return for_students(self.lab)

    @cached_property
    def predictions_first(self) -> dict[str, list[PredictionStep]]:
        """By id of a step the predictions that it waits for; without those that wait for none."""
        found = {step.id: predictions_first(self.lab, step) for step in self.lab.steps}
        return {step_id: predictions for step_id, predictions in found.items() if predictions}

    def steps_that_show(self, prediction_id: str) -> list[str]:
        """Ids of the steps that wait for a prediction: once one has run, it is final."""
        return [
            step_id
            for step_id, predictions in self.predictions_first.items()
            if any(each.id == prediction_id for each in predictions)
        ]

    def step(self, step_id: str) -> Step:
        """The step of this id. Raises NotFound."""
        try:
            return self.lab.step(step_id)
        except KeyError:
            raise NotFound(f"The lab has no step '{one_line(step_id)}'.") from None


def digest_of(document: dict[str, Any]) -> str:
    """SHA-256 of a lab's JSON."""
    text = json.dumps(document, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def hold(lab: LabFile) -> HeldLab:
    """A file that no attempt or class holds yet."""
    return HeldLab(digest=digest_of(lab.model_dump(mode="json")), lab=lab)
