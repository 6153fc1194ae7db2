"""Work that waits in PostgreSQL for a worker: runs, batches of experiments, packet windows,
searches.

A message holds the id of a row and nothing else. It may come twice, late or never: the row
decides who works on it (decision 0004), and the janitor sends another for rows that no worker took.
"""

from lab.jobs.attempts import (
    Attempt,
    AttemptLost,
    attempt_lost,
    beat,
    claim,
    end,
    is_of,
    wait_again,
)
from lab.jobs.beats import beat_aside, last_sign_of
from lab.jobs.kinds import BATCH, JOB_KINDS, PACKETS, RUN, SEARCH, JobKind
from lab.jobs.plain import fail, give_up, release
from lab.jobs.presence import WorkerCounts, WorkerPresence, WorkerState
from lab.jobs.queue import JobQueue, celery_configuration, enqueue, send_after_commit
from lab.jobs.sweep import Lost, lock_silent, send_lost_again, silent_ids
from lab.jobs.worker_name import WorkerName, remote_claim_name, remote_claim_prefix

__all__ = [
    "BATCH",
    "JOB_KINDS",
    "PACKETS",
    "RUN",
    "SEARCH",
    "Attempt",
    "AttemptLost",
    "JobKind",
    "JobQueue",
    "Lost",
    "WorkerCounts",
    "WorkerName",
    "WorkerPresence",
    "WorkerState",
    "attempt_lost",
    "beat",
    "beat_aside",
    "celery_configuration",
    "claim",
    "end",
    "enqueue",
    "fail",
    "give_up",
    "is_of",
    "last_sign_of",
    "lock_silent",
    "release",
    "remote_claim_name",
    "remote_claim_prefix",
    "send_after_commit",
    "send_lost_again",
    "silent_ids",
    "wait_again",
]
