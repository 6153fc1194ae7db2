"""A worker outlives its broker."""

import tempfile
from collections.abc import Sequence
from pathlib import Path

import pytest
from kombu import Connection, Queue
from kombu.common import ignore_errors
from kombu.log import get_logger
from kombu.transport.redis import Channel

from lab.kit.redis_url import RedisAddress
from lab_worker.consumer import put_nothing_back
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
