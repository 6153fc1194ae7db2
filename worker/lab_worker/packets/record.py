"""One packet window from claim to end."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

import structlog
from sqlalchemy import select
from sqlalchemy.orm import Session

from lab.models import Result, Run
from lab.packets import repository
from lab.packets.service import MAX_EVENTS
from lab_exec import PacketEvents, PacketWatch, PacketWindow, run_scenario
from lab_model.packet_codec import encode
from lab_model.scenarios import Scenario
from lab_worker.process import WorkerProcess

log = structlog.get_logger("lab_worker.packets")


class ReplayRefusedError(Exception):
    """The run can not be repeated here; the message is for the person who asked."""


@dataclass(frozen=True)
class _Order:
    """What to compute again, and how to know that it is the same."""

    window_id: UUID
    window: PacketWindow
    scenario: dict[str, Any]
    seed: int
    core_version: str
    series_digest: str | None


def record_packets(process: WorkerProcess, window_id: UUID) -> None:
    """Compute a window if it waits; do nothing if it does not."""
    process.register_core()
    with process.context.sessions.begin() as session:
        order = _claim(session, window_id)
    if order is None:
        log.info("nothing_to_do", window_id=str(window_id))
        return
    try:
        events = _replay(process, order)
    except ReplayRefusedError as error:
        log.warning("packets_refused", window_id=str(window_id), reason=str(error))
        _fail(process, window_id, str(error))
        return
    except Exception as error:
        # The same run would fail again, so there is no second attempt.
        log.exception("packets_failed", window_id=str(window_id))
        _fail(process, window_id, f"The repeated run stopped with {type(error).__name__}: {error}")
        return
    except BaseException:
        # This worker is being stopped on purpose.
        with process.context.sessions.begin() as session:
            repository.release(session, window_id)
        raise
    payload = encode(events.columns())
    with process.context.sessions.begin() as session:
        repository.finish(session, window_id, payload, is_truncated=events.is_truncated)


def _claim(session: Session, window_id: UUID) -> _Order | None:
    claimed = repository.claim(session, window_id)
    if claimed is None:
        return None
    result = session.get_one(Result, claimed.result_id)
    # Runs that share a result differ in labels only, which no number depends on.
    scenario = session.scalar(select(Run.scenario).where(Run.result_id == result.id).limit(1))
    if scenario is None:
        repository.fail(session, window_id, "The run was deleted meanwhile.")
        return None
    return _Order(
        window_id=window_id,
        window=PacketWindow(claimed.from_s, claimed.to_s, MAX_EVENTS),
        scenario=scenario,
        seed=result.seed,
        core_version=result.core_version,
        series_digest=result.series_digest,
    )


def _replay(process: WorkerProcess, order: _Order) -> PacketEvents:
    """The events, if they are those of the stored run, bit for bit."""
    if process.core_version != order.core_version:
        raise ReplayRefusedError(
            f"The run was computed by core {order.core_version}, this worker has "
            f"{process.core_version}. Run it again to look at its packets."
        )
    found: list[PacketEvents] = []
    watch = PacketWatch(order.window, found.append)
    result = run_scenario(Scenario.model_validate(order.scenario), order.seed, packets=watch)
    if result["series_digest"] != order.series_digest:
        raise ReplayRefusedError(
            f"The repeated run gives other series ({result['series_digest']}) than the stored one "
            f"({order.series_digest}). Its packets would be those of another run."
        )
    return found[0]


def _fail(process: WorkerProcess, window_id: UUID, reason: str) -> None:
    with process.context.sessions.begin() as session:
        repository.fail(session, window_id, reason)
