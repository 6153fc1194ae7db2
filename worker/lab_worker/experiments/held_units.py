"""The units that a batch has claimed, so that nobody else computes them (lab.experiments)."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import structlog
from sqlalchemy.orm import Session

from lab.experiments import unit_claims
from lab.experiments.batches import BatchAttempt, BatchUnit
from lab.kit.database import SessionFactory

log = structlog.get_logger("lab_worker.experiments")


class HeldUnits:
    """The claims of one attempt at a batch. They end with the attempt, whatever becomes of the
    process and of its connections.
    """

    def __init__(self, sessions: SessionFactory, attempt: BatchAttempt, *, stale_s: float) -> None:
        """Claims of others are void once they are silent for `stale_s`."""
        self._sessions = sessions
        self._attempt = attempt
        self._stale_s = stale_s
        self._held: list[BatchUnit] = []

    def take(self, units: Sequence[BatchUnit]) -> list[bool]:
        """Claim what is free; which ones these are."""
        with self._at_once() as session:
            found = unit_claims.take_free(session, self._attempt, units)
        keys = set(found.keys)
        rest = [unit for unit in units if (unit.scenario_digest, unit.seed) not in keys]
        if rest:
            keys |= self._take_over(rest)
        is_mine = [(unit.scenario_digest, unit.seed) in keys for unit in units]
        self._held += [unit for unit, taken in zip(units, is_mine, strict=True) if taken]
        return is_mine

    def _take_over(self, units: Sequence[BatchUnit]) -> frozenset[tuple[str, int]]:
        with self._at_once() as session:
            found = unit_claims.take_over(session, self._attempt, units, stale_s=self._stale_s)
        if found.keys:
            silent = list(found.silent_workers)
            log.warning("units_taken_over", unit_count=len(found.keys), silent_workers=silent)
        return found.keys

    def give_back(self) -> None:
        """Let go of all. What was found has to be visible to others before that."""
        if self._held:
            with self._at_once() as session:
                unit_claims.give_back(session, self._attempt, self._held)
            self._held = []

    @contextmanager
    def _at_once(self) -> Iterator[Session]:
        """Every statement is a transaction: a process that is halted between two of them would
        hold up all who want the same units.
        """
        with self._sessions() as session:
            session.connection(execution_options={"isolation_level": "AUTOCOMMIT"})
            yield session
