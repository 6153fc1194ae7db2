"""Requests and answers, besides `lab_model.evaluation`'s own records."""

from typing import Final
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field

from lab.experiments.states import ExperimentStatus
from lab_model.evaluation import League, Report
from lab_model.evaluation.experiment import SEED_COUNT
from lab_model.scenarios.algorithm_choice import AlgorithmChoice

MAX_ADDED: Final = 8


class EvaluationRequest(BaseModel):
    """An algorithm that is to be put into every situation."""

    model_config = ConfigDict(extra="forbid")

    algorithm: AlgorithmChoice


class EvaluationRead(BaseModel):
    """How far the evaluation of an algorithm is."""

    experiment_id: UUID
    title: str
    algorithm: AlgorithmChoice
    status: ExperimentStatus
    unit_count: int = Field(description=f"Situations times {SEED_COUNT} seeds.")
    finished_unit_count: int = Field(description="Done, or failed for good.")


class LeagueRead(League):
    """The league, and how far the algorithms are that were added to it."""

    added: list[EvaluationRead] = Field(description="In the order of the keys `with-1`, `with-2`.")


class EvaluatedReport(BaseModel):
    """A report card with how far its numbers are."""

    evaluation: EvaluationRead
    report: Report
