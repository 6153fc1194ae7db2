"""Runs of a scenario that has one whole chunk and a part of one, and what is stored of them."""

from typing import Any
from uuid import UUID

from lab.context import Context
from lab.models import Run
from lab.runs import service
from lab.runs.schemas import RunCreate, RunRead
from lab.series import service as series_service
from lab.series import timeline as timeline_service
from lab.series.schemas import SeriesRead, TimelineRead
from lab.series.service import SeriesQuery
from tests.support.scenarios import scenario

LONG_S = 40.0
"""400 samples: a whole chunk and a part of one."""
ALL = SeriesQuery([], [], 0, None, 1000)


def create(context: Context, **body: Any) -> UUID:
    wanted = RunCreate.model_validate({"scenario": scenario(LONG_S), **body})
    with context.sessions.begin() as session:
        return service.create(session, None, wanted).id


def read_run(context: Context, run_id: UUID) -> RunRead:
    with context.sessions() as session:
        return service.read(session, run_id)


def series_of(context: Context, run_id: UUID) -> SeriesRead:
    with context.sessions() as session:
        return series_service.read(session, run_id, ALL)


def timeline_of(context: Context, run_id: UUID) -> TimelineRead:
    with context.sessions() as session:
        run = session.get_one(Run, run_id)
        written = timeline_service.read(session, run, 0, None)
        return TimelineRead.model_validate_json(written.content)
