"""The rules of packet windows."""

from dataclasses import dataclass
from typing import Final
from uuid import UUID

from sqlalchemy.orm import Session

from lab import jobs
from lab.errors import InvalidInput, NotDone, OtherBehaviour, TooManyRequests
from lab.jobs import PACKETS
from lab.kit.problem import ProblemItem
from lab.models import Result, Run
from lab.models.result import PacketWindow, RepeatSubject
from lab.packets import repository
from lab.packets.repository import Wanted
from lab.packets.schemas import PacketColumns, PacketsRead
from lab.results import repository as results
from lab.runs import service as runs
from lab.runs.attempts import RunAttempt
from lab_model.packet_codec import decode

MAX_EVENTS: Final = 50_000
"""About a second at 100 Mbit/s, and some megabytes of JSON."""
MAX_OPEN_WINDOWS: Final = 20
RETRY_AFTER_S: Final = 5
DECIMALS: Final = 6


@dataclass(frozen=True)
class PacketQuery:
    """Events of [from_s, to_s), at most `limit` of them."""

    from_s: float
    to_s: float
    limit: int


def read(session: Session, run_id: UUID, query: PacketQuery) -> PacketsRead:
    """The events of a window, or how far they are; the first to ask orders them."""
    run = runs.require(session, run_id)
    _check_range(run, query)
    result = repeatable_result(session, run, "packets")
    from_s, to_s = round(query.from_s, DECIMALS), round(query.to_s, DECIMALS)
    window = repository.find(session, result.id, from_s, to_s)
    if window is None:
        order(session, run, result.id, Wanted("packets", from_s, to_s))
        return _waiting(run_id, from_s, to_s)
    return _to_read(run_id, window, query.limit)


def find(session: Session, result_id: UUID, from_s: float, to_s: float) -> PacketWindow | None:
    """The window of these bounds, if someone asked for it within the last hour; orders nothing."""
    return repository.find(session, result_id, from_s, to_s)


def causes(session: Session, run: Run) -> tuple[PacketWindow, Result] | None:
    """The record of causes of a run's result, or the order for it, and the result."""
    return None if run.result_id is None else repository.find_causes(session, run.result_id)


def order_causes(session: Session, run: Run) -> None:
    """Have a worker record the causes of a run. Raises as `repeatable_result`, TooManyRequests."""
    result = repeatable_result(session, run, "causes")
    order(session, run, result.id, _causes_of_all(run.duration_s))


def store_causes(session: Session, attempt: RunAttempt, payload: bytes) -> None:
    """Keep the causes that were recorded while a run was computed, instead of an order for them."""
    wanted = _causes_of_all(attempt.duration_s)
    repository.create_done(session, attempt.result_id, wanted, attempt.queue, payload)


def _causes_of_all(duration_s: float) -> Wanted:
    """Causes are recorded of the whole run: a chain may begin long before its effect."""
    return Wanted("causes", 0.0, duration_s)


def order(session: Session, run: Run, result_id: UUID, wanted: Wanted) -> None:
    """Have a worker compute a run again. Raises TooManyRequests."""
    repository.delete_expired(session)
    if repository.open_count(session) >= MAX_OPEN_WINDOWS:
        raise TooManyRequests(
            f"{MAX_OPEN_WINDOWS} runs are already being computed again. Try again in "
            f"{RETRY_AFTER_S} seconds.",
            headers={"Retry-After": str(RETRY_AFTER_S)},
        )
    window_id = repository.create(session, result_id, wanted, run.queue)
    if window_id is not None:
        jobs.enqueue(session, PACKETS, PacketWindow.id == window_id)


def order_check(session: Session, result_id: UUID, duration_s: float) -> None:
    """Have a worker of this lab compute a run again that one elsewhere has computed. In the queue
    of experiments: no user waits for it.
    """
    window_id = repository.create(session, result_id, Wanted("check", 0.0, duration_s), "batch")
    if window_id is not None:
        jobs.enqueue(session, PACKETS, PacketWindow.id == window_id)


def repeatable_result(session: Session, run: Run, subject: RepeatSubject) -> Result:
    """The result of a done run that the workers of today can compute again. Raises NotDone and
    OtherBehaviour.
    """
    result = None if run.result_id is None else session.get(Result, run.result_id)
    if run.status != "done" or result is None:
        raise NotDone(f"Run {run.id} is {run.status}; {subject} are there once it is done.")
    newest = results.newest_core(session)
    if newest is not None and newest.behaviour != result.behaviour_version:
        raise OtherBehaviour(
            f"Run {run.id} was computed by core {result.core_version}; the workers have "
            f"{newest.version} and would show different {subject}. Run it again to look at its "
            f"{subject}."
        )
    return result


def _check_range(run: Run, query: PacketQuery) -> None:
    if round(query.from_s, DECIMALS) >= round(query.to_s, DECIMALS):
        message = f"from_s is {query.from_s:g} s; it must be at least a microsecond below to_s"
        _refuse("from_s", message, query.from_s)
    if query.from_s >= run.duration_s:
        message = (
            f"from_s is {query.from_s:g} s; it must be before the end of the run at "
            f"{run.duration_s:g} s"
        )
        _refuse("from_s", message, query.from_s, run.duration_s)


def _refuse(path: str, message: str, value: float, bound: float | None = None) -> None:
    item = ProblemItem(path=path, pointer="", message=message, value=value, bound=bound)
    raise InvalidInput(message, errors=[item])


def _waiting(run_id: UUID, from_s: float, to_s: float) -> PacketsRead:
    return PacketsRead(
        run_id=run_id,
        from_s=from_s,
        to_s=to_s,
        status="queued",
        error=None,
        is_truncated=False,
        events=None,
    )


def _to_read(run_id: UUID, window: PacketWindow, limit: int) -> PacketsRead:
    columns = None if window.payload is None else decode(window.payload)
    count = 0 if columns is None else len(columns["time_s"])
    events = None
    if columns is not None:
        events = PacketColumns.model_validate(
            {name: values[:limit] for name, values in columns.items()}
        )
    return PacketsRead(
        run_id=run_id,
        from_s=window.from_s,
        to_s=window.to_s,
        status=window.status,
        error=window.error,
        is_truncated=window.is_truncated or count > limit,
        events=events,
    )
