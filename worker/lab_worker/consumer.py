"""Come back to the broker soon after it has come back."""

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
