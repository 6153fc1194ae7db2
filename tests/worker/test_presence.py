"""A worker is known while it starts, while it works, and no longer."""

import json
import os
import signal
from datetime import datetime
from pathlib import Path

from lab.jobs import WorkerCounts, WorkerPresence
from lab.settings import Settings
from lab_worker.presence import Announcer
from tests.support.processes import LabProcesses, computing_child, wait_until
from tools.servers import ValkeyServer

TRIES = 5
# Between five tries: 2, 4, 6 and 8 s.
CELERYS_OWN_PAUSES_S = 20.0


def test_announcer_tells_of_each_state(settings: Settings) -> None:
    presence = WorkerPresence(settings.redis.client_url)
    announcer = Announcer(WorkerPresence(settings.redis.client_url), "a@here", ["interactive"])
    announcer.start()
    wait_until(lambda: presence.counts("interactive") == WorkerCounts(1, 0))
    announcer.be_ready()
    wait_until(lambda: presence.counts("interactive") == WorkerCounts(0, 1))
    announcer.leave()
    assert presence.counts("interactive") == WorkerCounts(0, 0)
    presence.close()


def test_worker_tells_that_it_is_there_and_finds_a_broker_that_was_away(
    settings: Settings, valkey: ValkeyServer, tmp_path: Path
) -> None:
    presence = WorkerPresence(settings.redis.client_url)

    def is_ready() -> bool:
        return presence.counts("interactive").ready == 1

    yielding = settings.model_copy(update={"worker_niceness": 3})
    with LabProcesses(yielding, tmp_path) as processes:
        worker = processes.start_worker("interactive")
        wait_until(is_ready)
        assert presence.counts("batch") == WorkerCounts(0, 0)
        # What computes yields, and what listens does not.
        own = os.getpriority(os.PRIO_PROCESS, 0)
        assert os.getpriority(os.PRIO_PROCESS, worker.pid) == own
        child = computing_child(worker.pid)
        wait_until(lambda: os.getpriority(os.PRIO_PROCESS, child) == min(own + 3, 19))
        valkey.stop()
        try:
            wait_until(lambda: len(_failures_at(processes.logs())) >= TRIES)
        finally:
            valkey.start()
        tried = _failures_at(processes.logs())[:TRIES]
        assert (tried[-1] - tried[0]).total_seconds() < CELERYS_OWN_PAUSES_S
        wait_until(is_ready)
        worker.send_signal(signal.SIGTERM)
        worker.wait()
        assert presence.counts("interactive") == WorkerCounts(0, 0)
    presence.close()


def _failures_at(log: str) -> list[datetime]:
    """When the worker found no broker."""
    found = [line for line in log.splitlines() if "Trying again" in line]
    return [datetime.fromisoformat(json.loads(line)["timestamp"]) for line in found]
