"""The loop around the sweep. Every API process has one; a lock lets one of them work."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import structlog
from anyio import to_thread
from sqlalchemy.exc import SQLAlchemyError

from lab.context import Context
from lab.recovery.service import sweep

log = structlog.get_logger("lab.recovery")


@asynccontextmanager
async def janitor(context: Context) -> AsyncIterator[None]:
    """Sweep until the block ends."""
    task = asyncio.create_task(_sweep_forever(context))
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


async def _sweep_forever(context: Context) -> None:
    while True:
        try:
            await to_thread.run_sync(sweep, context)
        except SQLAlchemyError as error:
            # The database is away; whatever is to be swept is still there when it comes back.
            log.warning("sweep_failed", error=str(error))
        await asyncio.sleep(context.settings.janitor_interval_s)
