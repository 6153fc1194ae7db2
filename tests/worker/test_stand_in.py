"""Workers sweep while no API does."""

from datetime import timedelta

import pytest
from sqlalchemy import func, update

from lab.context import Context
from lab.models import Run, SweepWatch
from lab.recovery import service as recovery
from lab.recovery.watch import late_s
from lab_worker.janitor import StandIn
from tests.support.processes import wait_until
from tests.support.runs import claim_run, create_run, read_run


@pytest.fixture
def silent_run(context: Context, monkeypatch: pytest.MonkeyPatch) -> Run:
    """A run whose worker is lost."""
    monkeypatch.setattr(recovery, "GRACE_S", 0.0)
    run = create_run(context)
    claim_run(context, run.id)
    with context.sessions.begin() as session:
        session.execute(update(Run).values(heartbeat_at=func.now() - timedelta(seconds=60)))
        return session.get_one(Run, run.id)


def test_worker_leaves_the_sweep_to_an_api_that_is_there(context: Context, silent_run: Run) -> None:
    assert not StandIn(context).look()
    assert read_run(context, silent_run.id).status == "running"


def test_worker_sweeps_when_no_api_has_for_long(context: Context, silent_run: Run) -> None:
    # The tests' janitors sweep once a day.
    late = timedelta(seconds=late_s(context.settings) + 60)
    with context.sessions.begin() as session:
        session.execute(update(SweepWatch).values(swept_at=func.now() - late))
    assert StandIn(context).look()
    assert read_run(context, silent_run.id).status == "queued"


@pytest.mark.slow
def test_lost_run_goes_on_without_any_api(context: Context, silent_run: Run) -> None:
    settings = context.settings.model_copy(update={"janitor_interval_s": 0.1})
    with context.sessions.begin() as session:
        session.execute(update(SweepWatch).values(swept_at=func.now()))
    from lab.context import build_context

    quick = build_context(settings, application_name="quick")
    stand_in = StandIn(quick)
    stand_in.start()
    try:
        wait_until(lambda: read_run(context, silent_run.id).status == "queued")
    finally:
        stand_in.stop()
        quick.close()
