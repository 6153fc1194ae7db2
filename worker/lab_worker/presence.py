"""A worker reports every second that it is running, for the pages of runs that wait for one."""

import threading
from collections.abc import Sequence

import structlog
from redis.exceptions import RedisError

from lab.jobs import WorkerPresence, WorkerState
from lab.settings import Settings

INTERVAL_S = 1.0

log = structlog.get_logger("lab_worker.presence")


class Announcer:
    """Reports one worker and its queues, from a thread of its own."""

    def __init__(self, presence: WorkerPresence, worker: str, queues: Sequence[str]) -> None:
        self._presence = presence
        self._worker = worker
        self._queues = tuple(queues)
        self._state: WorkerState = "starting"
        self._news = threading.Event()
        self._is_leaving = False
        self._thread = threading.Thread(target=self._run, name="presence", daemon=True)

    def start(self) -> None:
        """Announce that the worker is starting, and repeat its state from now on."""
        self._thread.start()

    def be_ready(self) -> None:
        """Announce from now on that the worker takes work."""
        self._state = "ready"
        self._news.set()

    def leave(self) -> None:
        """Announce that the worker ends."""
        self._is_leaving = True
        self._news.set()
        self._thread.join()
        self._presence.close()

    def _run(self) -> None:
        while True:
            is_leaving = self._is_leaving
            try:
                self._say(is_leaving=is_leaving)
            except (RedisError, OSError) as error:
                # The next second tries again.
                log.debug("presence_unsaid", error=str(error))
            if is_leaving:
                return
            self._news.wait(INTERVAL_S)
            self._news.clear()

    def _say(self, *, is_leaving: bool) -> None:
        for queue in self._queues:
            if is_leaving:
                self._presence.leave(queue, self._worker)
            else:
                self._presence.say(queue, self._worker, self._state)


_announcer: Announcer | None = None


def appear(settings: Settings, worker: str, queues: Sequence[str]) -> None:
    """Announce a worker that starts; called before its first child."""
    global _announcer  # noqa: PLW0603  Celery's signals come one by one
    _announcer = Announcer(WorkerPresence(settings.redis.client_url), worker, queues)
    _announcer.start()


def be_ready() -> None:
    """Announce that this worker takes work now."""
    if _announcer is not None:
        _announcer.be_ready()


def leave() -> None:
    """Announce that this worker ends."""
    if _announcer is not None:
        _announcer.leave()
