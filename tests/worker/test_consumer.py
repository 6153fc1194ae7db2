"""A worker outlives its broker."""

import tempfile
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path

import pytest
from kombu import Connection, Queue
from kombu.common import ignore_errors
from kombu.log import get_logger
from kombu.transport.redis import Channel
from sqlalchemy import func, update

from lab.context import Context
from lab.kit.redis_url import RedisAddress
from lab.models import Run, SweepWatch
from lab.recovery import service as recovery
from lab.recovery.watch import late_s
from lab_worker.consumer import put_nothing_back
from lab_worker.janitor import StandIn
from tests.support.processes import wait_until
from tests.support.runs import claim_run, create_run, read_run
from tools.servers import ValkeyServer


@pytest.mark.parametrize("is_guarded", [True, False])
def test_connection_with_unacknowledged_messages_is_closed_after_its_broker_is_gone(
    is_guarded: bool,
) -> None:
    with tempfile.TemporaryDirectory(prefix="lab-test-") as folder:
        Path(folder).chmod(0o755)
        with ValkeyServer(Path(folder)) as valkey:
            connection = Connection(RedisAddress.parse(valkey.url).broker_url)
            # As a worker: one channel for tasks, one for remote control.
            channels = [connection.channel() for _ in range(2)]
            for channel, name in zip(channels, ("interactive", "control"), strict=True):
                queue = Queue(name, channel=channel)
                queue.declare()
                connection.Producer(channel).publish({}, routing_key=name, declare=[queue])
                message = queue.get()
                assert message is not None
        if is_guarded:
            put_nothing_back(connection)
        connection.collect(0.1)
        if is_guarded:
            _close(connection, channels)
            # A child was at work on it, and is done.
            message.ack_log_error(get_logger("test"), connection.connection_errors)
        else:
            # What the guard is for. Without this error, the guard can go.
            with pytest.raises(AttributeError, match="hostname"):
                _close(connection, channels)


def _close(connection: Connection, channels: Sequence[Channel]) -> None:
    """As the parts of a worker do, each with its own channel."""
    for channel in channels:
        ignore_errors(connection, channel.close)
    connection.close()


# Workers sweep while no API does.


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
