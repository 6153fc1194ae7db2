"""The loop around the sweeps. Every API process has one; a lock lets one of them work."""

import structlog
from anyio import sleep, to_thread
from sqlalchemy.exc import SQLAlchemyError

from lab.contests.judging import advance
from lab.context import Context
from lab.recovery.expiry import expire
from lab.recovery.service import sweep
from lab.remote_work.withdrawal import withdraw

log = structlog.get_logger("lab.recovery")


async def sweep_forever(context: Context) -> None:
    """Sweep at every interval until cancelled, whatever happens in one round."""
    while True:
        try:
            await to_thread.run_sync(sweep, context)
            await to_thread.run_sync(withdraw, context)
            await to_thread.run_sync(expire, context)
            await to_thread.run_sync(advance, context)
        except SQLAlchemyError as error:
            # The database is away. What is to be swept is still there when it comes back.
            log.warning("sweep_failed", error=str(error))
        except Exception:
            log.exception("sweep_broken")
        await sleep(context.settings.janitor_interval_s)
