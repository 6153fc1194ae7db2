"""The loop around the sweeps. Every API process has one; a lock lets one of them work."""

import time
from typing import Final

import structlog
from anyio import sleep, to_thread
from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError

from lab.contests import judging
from lab.context import Context
from lab.kit.database import at_once
from lab.recovery.expiry import expire
from lab.recovery.service import sweep
from lab.recovery.watch import idle_interval_s, sweep_is_due
from lab.remote_work import withdrawal

EXPIRY_INTERVALS: Final = 30
"""Expired data need not be deleted at once: readers refuse what is past its date. So it is
looked for less often, and never while it would be the only thing to do."""

log = structlog.get_logger("lab.recovery")


class Janitor:
    """The loop of one process."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._expired_at_s = float("-inf")

    def round(self) -> float:
        """Sweep if there is anything to sweep; gives the seconds until the next round."""
        settings = self._context.settings
        dues = (sweep_is_due(settings), withdrawal.is_due(), judging.is_due())
        with at_once(self._context.sessions) as session:
            needs_sweep, needs_withdrawal, needs_judging = session.execute(select(*dues)).one()
        if needs_sweep:
            sweep(self._context)
        if needs_withdrawal:
            withdrawal.withdraw(self._context)
        if needs_judging:
            judging.advance(self._context)
        is_needed = needs_sweep or needs_withdrawal or needs_judging
        now_s = time.monotonic()
        if now_s - self._expired_at_s >= EXPIRY_INTERVALS * settings.janitor_interval_s:
            found = expire(self._context)
            # More of the kind may wait: a round takes few.
            self._expired_at_s = float("-inf") if found else now_s
            if found:
                return settings.janitor_interval_s
        return settings.janitor_interval_s if is_needed else idle_interval_s(settings)


async def sweep_forever(context: Context) -> None:
    """Sweep until cancelled, whatever happens in one round."""
    janitor = Janitor(context)
    while True:
        next_s = context.settings.janitor_interval_s
        try:
            next_s = await to_thread.run_sync(janitor.round)
        except SQLAlchemyError as error:
            # The database is away. The next round after its return does the work.
            log.warning("sweep_failed", error=str(error))
        except Exception:
            log.exception("sweep_broken")
        await sleep(next_s)
