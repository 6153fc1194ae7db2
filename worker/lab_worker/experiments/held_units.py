"""The units that a batch has claimed, so that no other worker computes them (lab.experiments)."""

from collections.abc import Sequence

import structlog

from lab.experiments import unit_claims
from lab.experiments.batches import BatchAttempt, BatchUnit
from lab.kit.database import SessionFactory, at_once

log = structlog.get_logger("lab_worker.experiments")


class HeldUnits:
    """The claims of one attempt at a batch. They end with the attempt, whatever happens to the
    process and of its connections.
    """

    def __init__(self, sessions: SessionFactory, attempt: BatchAttempt, *, stale_s: float) -> None:
        """Claims of others are void once they are silent for `stale_s`."""
        self._sessions = sessions
        self._attempt = attempt
        self._stale_s = stale_s
        self._held: list[BatchUnit] = []

    def take(self, units: Sequence[BatchUnit]) -> list[bool]:
        """Claim the free units; which ones these are."""
        with at_once(self._sessions) as session:
            found = unit_claims.take_free(session, self._attempt, units)
        keys = set(found.keys)
        rest = [unit for unit in units if (unit.scenario_digest, unit.seed) not in keys]
        if rest:
            keys |= self._take_over(rest)
        is_mine = [(unit.scenario_digest, unit.seed) in keys for unit in units]
        self._held += [unit for unit, taken in zip(units, is_mine, strict=True) if taken]
        return is_mine

    def _take_over(self, units: Sequence[BatchUnit]) -> frozenset[tuple[str, int]]:
        with at_once(self._sessions) as session:
            found = unit_claims.take_over(session, self._attempt, units, stale_s=self._stale_s)
        if found.keys:
            silent = list(found.silent_workers)
            log.warning("units_taken_over", unit_count=len(found.keys), silent_workers=silent)
        return found.keys

    def give_back(self) -> None:
        """Give up all claims. The numbers have to be visible to others before that."""
        if self._held:
            with at_once(self._sessions) as session:
                unit_claims.give_back(session, self._attempt, self._held)
            self._held = []
