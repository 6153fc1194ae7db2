"""Come back to the broker soon after it has come back, and survive its loss."""

from functools import partial
from typing import Any, Final

from celery.worker.consumer import Consumer

# Celery waits 2 s, then 4, 6 and 8 s until it tries again, and has no setting for that: a broker
# that was away for 10 s was heard of after 20.
FIRST_AGAIN_S: Final = 0.1
AGAIN_LATER_BY_S: Final = 0.1
LONGEST_AGAIN_S: Final = 1.0


class EagerConsumer(Consumer):  # type: ignore[misc]  # Celery brings no types
    """Tries to connect again each second at least."""

    def ensure_connected(self, conn: Any) -> Any:
        """Wait for the broker, however long it takes."""
        conn.ensure_connection = partial(
            conn.ensure_connection,
            interval_start=FIRST_AGAIN_S,
            interval_step=AGAIN_LATER_BY_S,
            interval_max=LONGEST_AGAIN_S,
        )
        return super().ensure_connected(conn)

    def on_connection_error_after_connected(self, exc: Exception) -> None:
        """The broker is lost: let go of the connection, and connect again."""
        put_nothing_back(self.connection)
        super().on_connection_error_after_connected(exc)


def put_nothing_back(connection: Any) -> None:
    """Let the connection be closed without giving its messages back over it, which is lost.

    Kombu (5.7) tries to: the first channel fails, which ends the clean-up half-way, and the next
    one finds no address any more (AttributeError), which ends the worker. A message that a child
    has done with only now is acknowledged over it with the same end. The messages need no help:
    rows say what waits, and the janitor sends again.
    """
    transport = connection.transport
    for channel in (*transport.channels, *transport._avail_channels):
        channel.do_restore = False
        channel.basic_ack = channel.basic_reject = _say_nothing


def _say_nothing(*_: Any, **_options: Any) -> None:
    """Over a connection that is lost."""
