"""The names of a worker process, and whether it still lives.

The kernel closes the connections of a process that has ended, however it ended, and PostgreSQL ends
their backends at once. One that computes slowly, is halted or cut off keeps them.
"""

import os
import socket
from dataclasses import dataclass, field
from typing import Final
from uuid import UUID, uuid4

from sqlalchemy import ColumnElement, func, select, text
from sqlalchemy.orm import Session

APPLICATION: Final = "lab-worker"
REMOTE: Final = "remote:"
"""The beginning of claim names of workers elsewhere: no host of a local one has this name."""


def _word() -> str:
    return uuid4().hex[:12]


@dataclass(frozen=True)
class WorkerName:
    """One process. Make it after the fork."""

    word: str = field(default_factory=_word)

    @property
    def application_name(self) -> str:
        """Of its connections to PostgreSQL."""
        return f"{APPLICATION} {self.word}"

    def of_claim(self) -> str:
        """A name that no other claim has: host and process are for people."""
        return f"{socket.gethostname()}:{os.getpid()}:{self.word}-{_word()}"


def is_connected(session: Session, claimed_by: str | None) -> bool:
    """Whether the process behind a claim has a connection to the database, and so has not ended."""
    word = claim_word(claimed_by or "")
    if not word or word == claimed_by:
        return False
    backends = select(func.count()).select_from(text("pg_stat_activity"))
    of_process = text("datname = current_database() AND application_name = :name")
    name = WorkerName(word).application_name
    return bool(session.scalar(backends.where(of_process), {"name": name}))


def claim_word(claimed_by: str) -> str:
    """What all claims of a process have in their names."""
    return claimed_by.rpartition(":")[2].partition("-")[0]


def word_of_claim(claimed_by: ColumnElement[str] | ColumnElement[str | None]) -> ColumnElement[str]:
    """The same in SQL."""
    return func.split_part(func.split_part(claimed_by, ":", -1), "-", 1)


def remote_claim_prefix(token_id: UUID) -> str:
    """The beginning of the names of all claims with this token."""
    return f"{REMOTE}{token_id.hex}:"


def remote_claim_name(token_id: UUID) -> str:
    """A name that no other claim has, of a worker elsewhere with this token."""
    return f"{remote_claim_prefix(token_id)}{uuid4().hex}"


def is_remote(claimed_by: str | None) -> bool:
    """Whether a worker elsewhere has made the claim: no connection shows whether it lives."""
    return (claimed_by or "").startswith(REMOTE)
