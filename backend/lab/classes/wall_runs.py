"""Runs on a wall: the curves that all students see, and the settings that they tried."""

from typing import Final
from uuid import UUID

from sqlalchemy.orm import Session

from lab.classes.board_schemas import RunCurves, StepBoardRead, WallTry
from lab.classes.work import ClassWork
from lab.kit.cache import Cache
from lab.models import Result, Run
from lab.series import service as series
from lab.series.service import SeriesQuery
from lab_model.classroom.lab_file import RunStep, Step
from lab_model.scenarios import Scenario

CURVE_POINTS: Final = 240
CURVES: Final = (
    "throughput_bps",
    "rtt_s",
    "cwnd_bytes",
    "inflight_bytes",
    "capacity_bps",
    "delay_s",
    "propagation_delay_s",
    "queue_bytes",
    "queue_max_bytes",
    "dropped_packets",
    "randomly_lost_packets",
    "marked_packets",
)
"""The series that a student's page draws of flows and of the bottleneck."""

_CURVES: Final[Cache[UUID, RunCurves]] = Cache(most=100)


def curves(session: Session, found: ClassWork, step: Step) -> RunCurves | None:
    """The run of this step as it is given. Every student gets the same one, so that it stands for
    all of them. None: it is no run step, or no student has its result yet.
    """
    if not isinstance(step, RunStep):
        return None
    for rows in found.runs.values():
        for row in rows:
            if row.step_id == step.id and not row.settings and row.is_done:
                return _read(session, row.run_id, step.scenario)
    return None


def _read(session: Session, run_id: UUID, scenario: Scenario) -> RunCurves | None:
    run = session.get(Run, run_id)
    if run is None or run.result_id is None:
        return None
    known = _CURVES.get(run.result_id)
    if known is not None:
        return known
    document = session.get_one(Result, run.result_id).document
    if document is None:
        return None
    query = SeriesQuery(CURVES, _subjects(scenario), 0.0, None, CURVE_POINTS)
    found = series.read_of(session, run, query)
    read = RunCurves(
        seed=run.seed,
        buffer_bytes=document["link"]["buffer_bytes"],
        sample_interval_s=found.sample_interval_s,
        bucket_samples=found.bucket_samples,
        time_s=found.time_s,
        subjects=found.subjects,
    )
    _CURVES.put(run.result_id, read)
    return read


def _subjects(scenario: Scenario) -> list[str]:
    """A curve for each group of flows, as on a student's page: flows where each is alone."""
    kind = "group" if any(flow.count > 1 for flow in scenario.flows) else "flow"
    return ["link:0", *(f"{kind}:{index}" for index in range(len(scenario.flows)))]


def tried(board: StepBoardRead) -> list[WallTry]:
    """The tries of the class to reach a goal, in an order that does not reveal the students."""
    judged = [
        WallTry(settings=run.settings, holds=run.holds, terms=run.terms)
        for run in board.runs
        if run.holds is not None
    ]
    return sorted(judged, key=lambda each: each.model_dump_json())
