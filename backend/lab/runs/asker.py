"""Who asks for a run over HTTP, and what that address and that owner may have: so much computing
time a minute, and so much room on the disk.
"""

import hashlib
from dataclasses import dataclass
from typing import Annotated, Final

from fastapi import Depends, Request
from sqlalchemy.orm import Session

from lab.errors import StorageQuotaReached, TooManyRequests
from lab.kit.problem import ProblemItem
from lab.kit.rate_limit import RETRY_AFTER_S, RateLimiter, address_of
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
        quota = StorageQuota.of(self.settings)
        if owner_key_hash is not None:
            require_within(session, owner_key_hash, wanted_bytes, quota)
        require_room_of_all(session, wanted_bytes, quota)
        self._charge_time(owner_key_hash, scenario)
        self._charge_room(wanted_bytes)

    def _charge_time(self, owner_key_hash: bytes | None, scenario: Scenario) -> None:
        settings, work_s = self.settings, predicted_work_s(scenario)
        limits = [("address", self.address, settings.run_seconds_per_minute_per_address)]
        if owner_key_hash is not None:
            # The narrower one first: what it refuses is not counted for everybody else.
            limits.insert(
                0, ("owner", owner_key_hash.hex(), settings.run_seconds_per_minute_per_owner)
            )
        for who, key, limit_s in limits:
            if not self.limiter.allow(
                f"run time:{who}:{key}", limit_s * MILLISECONDS, round(work_s * MILLISECONDS)
            ):
                raise _too_much_time(who, scenario, work_s, limit_s)

    def _charge_room(self, wanted_bytes: int) -> None:
        limit_bytes = self.settings.storage_bytes_per_day_per_address
        # Counted in kB: Redis has no room for days of bytes in one number.
        if self.limiter.allow_in_a_day(
            f"run bytes:address:{self.address}", max(1, limit_bytes // 1000), wanted_bytes // 1000
        ):
            return
        raise StorageQuotaReached(
            f"The series of the runs asked for from your address may take "
            f"{limit_bytes / MEGABYTE:.0f} MB in 24 hours (LAB_STORAGE_BYTES_PER_DAY_PER_ADDRESS). "
            f"With this run, which takes about {wanted_bytes / MEGABYTE:.1f} MB, they would take "
            "more. Take a longer sample interval, or try again later."
        )


def _too_much_time(who: str, scenario: Scenario, work_s: float, limit_s: int) -> TooManyRequests:
    setting = f"LAB_RUN_SECONDS_PER_MINUTE_PER_{who.upper()}"
    message = (
        f"Runs of one {who} may ask for {limit_s} s of a worker in a minute ({setting}). With this "
        f"one, which takes about {work_s:.2f} s for {simulated_packet_count(scenario):,} packets "
        f"and {kept_sample_count(scenario):,} samples, they would ask for more. "
        f"Try again in {RETRY_AFTER_S} seconds."
    )
    item = ProblemItem(
        path="scenario", pointer="/scenario", message=message, value=round(work_s, 2), bound=limit_s
    )
    return TooManyRequests(message, errors=[item], headers={"Retry-After": str(RETRY_AFTER_S)})


async def _asker(request: Request) -> Asker:
    return Asker(
        address_of(request), request.app.state.rate_limiter, request.app.state.context.settings
    )


AskerOfRuns = Annotated[Asker, Depends(_asker)]
"""Of an endpoint that has runs computed; it lists StorageQuotaReached and TooManyRequests."""
