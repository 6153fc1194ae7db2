"""The states of a run and the queues it can wait in."""

from typing import Final, Literal

RunStatus = Literal["queued", "running", "done", "failed", "cancelled"]
QueueName = Literal["interactive", "batch"]
EventKind = Literal["state", "progress", "end"]

RUN_STATUSES: Final = ("queued", "running", "done", "failed", "cancelled")
QUEUE_NAMES: Final = ("interactive", "batch")
EVENT_KINDS: Final = ("state", "progress", "end")
OVER: Final = frozenset({"done", "failed", "cancelled"})
"""A run in one of these never changes again."""
