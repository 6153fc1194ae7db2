"""Nobody computes a unit that another worker is computing."""

import hashlib
from collections.abc import Sequence
from types import TracebackType
from typing import Final

from sqlalchemy import Engine, text

from lab.experiments.batches import BatchUnit

# The rows of `unnest` come in the order of the array, and so do the answers.
TAKE: Final = text("SELECT pg_try_advisory_lock(key) FROM unnest(CAST(:keys AS bigint[])) AS key")
GIVE_BACK: Final = text("SELECT pg_advisory_unlock_all()")


class UnitLocks:
    """Advisory locks of PostgreSQL on (scenario, seed, behaviour version).

    They belong to a connection of their own, outside of transactions, since a unit may take an
    hour; they go with it when the process dies.
    """

    def __init__(self, engine: Engine, behaviour_version: int) -> None:
        self._behaviour_version = behaviour_version
        self._connection = engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        self._may_hold = False

    def take(self, units: Sequence[BatchUnit]) -> list[bool]:
        """Lock what is free; which ones these are."""
        keys = [self._key(unit) for unit in units]
        self._may_hold = True
        return list(self._connection.scalars(TAKE, {"keys": keys}))

    def give_back(self) -> None:
        """Let go of all. What was found has to be visible to others before that."""
        if self._may_hold:
            self._connection.execute(GIVE_BACK)
            self._may_hold = False

    def __enter__(self) -> "UnitLocks":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if kind is None:
            self.give_back()
        else:
            # Whatever state the connection is in: its end gives the locks back.
            self._connection.invalidate()
        self._connection.close()

    def _key(self, unit: BatchUnit) -> int:
        name = f"{unit.scenario_digest} {unit.seed} {self._behaviour_version}"
        return int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], signed=True)
