"""The client that asks for a run over HTTP, and the limits of its address and owner: so much
computing time a minute, and so much room on the disk.
"""

import hashlib
from dataclasses import dataclass, field
from typing import Annotated, Final

from fastapi import Depends, Request
from sqlalchemy.orm import Session

from lab.errors import InvalidInput, StorageQuotaReached, TooManyRequests
from lab.kit.problem import ProblemItem
from lab.kit.rate_limit import RETRY_AFTER_S, RateLimiter, address_of, limited
from lab.runs.storage import MEGABYTE, StorageQuota, require_room_of_all, require_within
from lab.settings import Settings
from lab_model.experiments.expected_time import PACKETS_PER_S
from lab_model.scenarios import (
    Scenario,
    kept_sample_count,
    simulated_packet_count,
    work_packet_count,
)

RUN_OVERHEAD_S: Final = 0.05
"""Of a worker around the simulation: claim, encode, store, tell."""
MILLISECONDS: Final = 1000

limit_runs = limited(
    "runs",
    by_address=lambda settings: settings.runs_per_minute_per_address,
    by_owner=lambda settings: settings.runs_per_minute_per_owner,
)
"""Requests that start runs, also for what makes runs of something else."""


def predicted_work_s(scenario: Scenario) -> float:
    """Seconds for which the run will keep a worker busy, roughly."""
    return RUN_OVERHEAD_S + work_packet_count(scenario) / PACKETS_PER_S


@dataclass(frozen=True)
class Asker:
    """Where a request for a run comes from."""

    address: str
    limiter: RateLimiter
    settings: Settings

    def turn_key(self, owner_key_hash: bytes | None) -> bytes:
        """Whose turn its runs take: the owner's, or that of the address where there is none."""
        if owner_key_hash is not None:
            return owner_key_hash
        return hashlib.sha256(f"address {self.address}".encode()).digest()

    def charge(
        self,
        session: Session,
        owner_key_hash: bytes | None,
        scenario: Scenario,
        wanted_bytes: int,
    ) -> None:
        """Count a run that has to be computed. Raises StorageQuotaReached and TooManyRequests,
        which name the bound that it would exceed.
        """
        self._require_stored(session, owner_key_hash, wanted_bytes)
        work_s = predicted_work_s(scenario)
        what = (
            f"this one, which takes about {work_s:.2f} s for {simulated_packet_count(scenario):,} "
            f"packets and {kept_sample_count(scenario):,} samples"
        )
        self._charge_time(owner_key_hash, work_s, what, "scenario")
        self._charge_room(wanted_bytes, "this run, which takes")

    def _require_stored(
        self, session: Session, owner_key_hash: bytes | None, wanted_bytes: int
    ) -> None:
        quota = StorageQuota.of(self.settings)
        if owner_key_hash is not None:
            require_within(session, owner_key_hash, wanted_bytes, quota)
        require_room_of_all(session, wanted_bytes, quota)

    def _limits_s(self, owner_key_hash: bytes | None) -> list[tuple[str, str, int]]:
        """How many seconds of a worker an owner and an address may ask for in a minute: the
        narrower limit first, so that what it refuses does not count for others at the address.
        """
        settings = self.settings
        limits = [("address", self.address, settings.run_seconds_per_minute_per_address)]
        if owner_key_hash is None:
            return limits
        own = ("owner", owner_key_hash.hex(), settings.run_seconds_per_minute_per_owner)
        return [own, *limits]

    def _charge_time(
        self, owner_key_hash: bytes | None, work_s: float, what: str, field: str
    ) -> None:
        for who, key, limit_s in self._limits_s(owner_key_hash):
            if not self.limiter.allow(
                f"run time:{who}:{key}", limit_s * MILLISECONDS, round(work_s * MILLISECONDS)
            ):
                raise _too_much_time(who, what, work_s, limit_s, field)

    def _charge_room(self, wanted_bytes: int, what: str) -> None:
        limit_bytes = self.settings.storage_bytes_per_day_per_address
        # Counted in kB: Redis has no room for days of bytes in one number.
        if self.limiter.allow_in_a_day(
            f"run bytes:address:{self.address}", max(1, limit_bytes // 1000), wanted_bytes // 1000
        ):
            return
        raise StorageQuotaReached(
            f"The series of the runs asked for from your address may take "
            f"{limit_bytes / MEGABYTE:.0f} MB in 24 hours (LAB_STORAGE_BYTES_PER_DAY_PER_ADDRESS). "
            f"With {what} about {wanted_bytes / MEGABYTE:.1f} MB, they would take "
            "more. Take a longer sample interval, or try again later."
        )


@dataclass(frozen=True)
class AskerOfMany(Asker):
    """Where one request for many runs comes from. They are counted together, once all of them are
    found possible: refused runs count for nothing, and all of it fits in a minute or never
    does.
    """

    _counted: list[tuple[Scenario, int]] = field(default_factory=list)

    def charge(
        self,
        session: Session,
        owner_key_hash: bytes | None,
        scenario: Scenario,
        wanted_bytes: int,
    ) -> None:
        """Note a run that has to be computed, if there is room. Raises StorageQuotaReached."""
        self._require_stored(session, owner_key_hash, wanted_bytes)
        self._counted.append((scenario, wanted_bytes))

    def settle(self, owner_key_hash: bytes | None) -> None:
        """Count the runs that have to be computed. Raises InvalidInput for more than a minute's
        share, TooManyRequests and StorageQuotaReached.
        """
        count = len(self._counted)
        if count == 0:
            return
        work_s = sum(predicted_work_s(scenario) for scenario, _bytes in self._counted)
        what = f"these {count}, which take about {work_s:.2f} s"
        if count > 1:
            for who, _key, limit_s in self._limits_s(owner_key_hash):
                if work_s > limit_s:
                    raise _more_than_a_minutes_share(who, what, work_s, limit_s)
        self._charge_time(owner_key_hash, work_s, what, "runs")
        wanted_bytes = sum(wanted for _scenario, wanted in self._counted)
        self._charge_room(wanted_bytes, f"these {count} runs, which take")


def _too_much_time(who: str, what: str, work_s: float, limit_s: int, field: str) -> TooManyRequests:
    message = (
        f"{_time_limit(who, limit_s)} With {what}, they would ask for more. "
        f"Try again in {RETRY_AFTER_S} seconds."
    )
    item = _time_item(field, message, work_s, limit_s)
    return TooManyRequests(message, errors=[item], headers={"Retry-After": str(RETRY_AFTER_S)})


def _more_than_a_minutes_share(who: str, what: str, work_s: float, limit_s: int) -> InvalidInput:
    message = f"{_time_limit(who, limit_s)} Ask for fewer than {what}, in one request."
    return InvalidInput(message, errors=[_time_item("runs", message, work_s, limit_s)])


def _time_limit(who: str, limit_s: int) -> str:
    setting = f"LAB_RUN_SECONDS_PER_MINUTE_PER_{who.upper()}"
    return f"Runs of one {who} may ask for {limit_s} s of a worker in a minute ({setting})."


def _time_item(field: str, message: str, work_s: float, limit_s: int) -> ProblemItem:
    return ProblemItem(
        path=field, pointer=f"/{field}", message=message, value=round(work_s, 2), bound=limit_s
    )


async def _asker(request: Request) -> Asker:
    return Asker(*_of(request))


async def _asker_of_many(request: Request) -> AskerOfMany:
    return AskerOfMany(*_of(request))


def _of(request: Request) -> tuple[str, RateLimiter, Settings]:
    state = request.app.state
    return address_of(request), state.rate_limiter, state.context.settings


AskerOfRuns = Annotated[Asker, Depends(_asker)]
"""Of an endpoint that has runs computed; it lists StorageQuotaReached and TooManyRequests."""

AskerOfManyRuns = Annotated[AskerOfMany, Depends(_asker_of_many)]
"""The same for many at once; its endpoint settles with it."""
