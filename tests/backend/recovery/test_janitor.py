"""One process's janitor, round by round: it asks one thing while there is nothing to do."""

from collections.abc import Iterator
from datetime import datetime, timedelta

import pytest
from sqlalchemy import event, func, select, update

from lab.context import Context, build_context
from lab.models import Run, SweepWatch
from lab.recovery import service
from lab.recovery.janitor import Janitor
from lab.recovery.watch import idle_interval_s, note_sweep
from lab.settings import Settings
from tests.support.runs import claim_run, create_run, read_run


@pytest.fixture
def lab(settings: Settings) -> Iterator[Context]:
    """One with the intervals of a real lab, which no test waits for."""
    usual_s = Settings.model_fields["janitor_interval_s"].default
    context = build_context(
        settings.model_copy(update={"janitor_interval_s": usual_s}), application_name="test"
    )
    yield context
    context.close()


@pytest.fixture
def janitor(lab: Context) -> Janitor:
    """One that has just looked for what is to be removed."""
    with lab.sessions.begin() as session:
        note_sweep(session, lab.settings)
    janitor = Janitor(lab)
    janitor.round()
    return janitor


def _swept_ago(context: Context, seconds: float) -> None:
    with context.sessions.begin() as session:
        past = func.now() - timedelta(seconds=seconds)
        session.execute(update(SweepWatch).values(swept_at=past))


def _watch(context: Context) -> tuple[datetime, float]:
    """Since when there is a watch without a pause, and seconds since its last word."""
    with context.sessions() as session:
        ago_s = func.extract("epoch", func.now() - SweepWatch.swept_at)
        since, seconds = session.execute(select(SweepWatch.watched_since, ago_s)).one()
        return since, float(seconds)


def _statements_of_a_round(lab: Context, janitor: Janitor) -> list[str]:
    asked: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        asked.append(statement)

    event.listen(lab.engine, "before_cursor_execute", note)
    try:
        janitor.round()
    finally:
        event.remove(lab.engine, "before_cursor_execute", note)
    return asked


def test_idle_round_is_one_statement_and_keeps_the_watch(lab: Context, janitor: Janitor) -> None:
    since, _ = _watch(lab)
    _swept_ago(lab, idle_interval_s(lab.settings))
    assert len(_statements_of_a_round(lab, janitor)) == 1
    assert _watch(lab)[0] == since
    assert _watch(lab)[1] < 1.0


def test_second_janitor_leaves_the_watch_to_the_first(lab: Context, janitor: Janitor) -> None:
    _swept_ago(lab, 1.0)
    assert len(_statements_of_a_round(lab, janitor)) == 1
    assert _watch(lab)[1] >= 1.0


def test_after_a_pause_of_the_watch_it_begins_anew(
    lab: Context, janitor: Janitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "GRACE_S", 0.0)
    since, _ = _watch(lab)
    _swept_ago(lab, lab.settings.stale_heartbeat_s + 1)
    janitor.round()
    assert _watch(lab)[0] > since


def test_after_a_restart_of_postgresql_it_begins_anew(
    lab: Context, janitor: Janitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "GRACE_S", 0.0)
    since, _ = _watch(lab)
    _swept_ago(lab, idle_interval_s(lab.settings))
    with lab.sessions.begin() as session:
        other = SweepWatch.server_started_at - timedelta(days=1)
        session.execute(update(SweepWatch).values(server_started_at=other))
    janitor.round()
    assert _watch(lab)[0] > since


def test_round_waits_for_no_other_sweep(lab: Context, janitor: Janitor) -> None:
    _swept_ago(lab, idle_interval_s(lab.settings))
    with lab.sessions.begin() as sweeping:
        assert service.sweeps_alone(sweeping)
        note_sweep(sweeping, lab.settings)
        sweeping.flush()
        janitor.round()


def test_worker_that_is_lost_after_an_idle_time_costs_an_attempt(
    lab: Context, janitor: Janitor
) -> None:
    """The watch went on: silence means something."""
    with lab.sessions.begin() as session:
        long_ago = func.now() - timedelta(hours=1)
        session.execute(update(SweepWatch).values(watched_since=long_ago))
    _swept_ago(lab, idle_interval_s(lab.settings))
    janitor.round()
    run = create_run(lab)
    claim_run(lab, run.id)
    with lab.sessions.begin() as session:
        past = func.now() - timedelta(seconds=60)
        session.execute(update(Run).values(heartbeat_at=past))
    assert janitor.round() == lab.settings.janitor_interval_s, "work is open"
    after = read_run(lab, run.id)
    assert (after.status, after.attempt) == ("queued", 1)
    assert janitor.round() == lab.settings.janitor_interval_s
