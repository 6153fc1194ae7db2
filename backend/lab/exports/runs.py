"""The rules of exports: of any run that is done, for anyone who may read it."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from uuid import UUID

from sqlalchemy.orm import Session

from lab.context import Context
from lab.errors import InvalidInput, NotDone
from lab.exports import repository
from lab.exports.repository import StoredChunk
from lab.kit.database import SessionFactory
from lab.kit.problem import ProblemItem
from lab.modules import service as modules
from lab.packets import service as windows
from lab.packets.service import DECIMALS
from lab.results.damage import require_whole
from lab.runs import service as runs
from lab.runs.schemas import RunRead
from lab.series import timeline as timelines
from lab.series.codec import decode
from lab_model.exports.names import RunFormat
from lab_model.exports.run import ExportedRun, PacketPart, SeriesPiece, Timeline
from lab_model.exports.table import problem_of_part, run_parts
from lab_model.packet_codec import decode as decode_packets

NextPage = Callable[[Session, UUID, StoredChunk | None], list[StoredChunk]]


class ResultGoneError(Exception):
    """The last run that held the result was deleted while it was sent."""


@dataclass(frozen=True)
class Export:
    """A run and where its data are, read while they are sent."""

    run: ExportedRun
    result_id: UUID
    sessions: SessionFactory
    packet_part: PacketPart | None

    def parts(self, wanted: RunFormat) -> Iterator[bytes]:
        """The file, a part at a time."""
        return run_parts(wanted, self.run, self)

    def pieces(self) -> Iterator[SeriesPiece]:
        """All series, chunk by chunk. Raises `ResultGoneError`."""
        return self._pages(repository.next_chunks)

    def flow_pieces(self) -> Iterator[SeriesPiece]:
        """The series of the flows, flow by flow. Raises `ResultGoneError`."""
        return self._pages(repository.next_flow_chunks)

    def timeline(self) -> Timeline:
        """All phases and events."""
        with self.sessions.begin() as session:
            chunks = timelines.touching(session, self.result_id, 0.0, math.inf)
        return Timeline(
            phases=[phase for chunk in chunks for phase in chunk.phases],
            events=[event for chunk in chunks for event in chunk.events],
        )

    def packets(self) -> PacketPart | None:
        """The packets of the part that was asked for."""
        return self.packet_part

    def _pages(self, next_page: NextPage) -> Iterator[SeriesPiece]:
        """Page by page, each in a transaction of its own: a slow reader holds none open.

        The result is immutable, so all pages are of the same moment. One that is deleted meanwhile
        breaks the download: half of the series must not look like all of them.
        """
        after: StoredChunk | None = None
        while True:
            with self.sessions.begin() as session:
                page = next_page(session, self.result_id, after)
                if not page and not repository.exists(session, self.result_id):
                    raise ResultGoneError(f"result {self.result_id} was deleted")
            yield from map(_piece, page)
            if not page:
                return
            after = page[-1]


def packet_part(
    wanted: RunFormat, from_s: float | None, to_s: float | None
) -> tuple[float, float] | None:
    """The part of the run whose packets are wanted. Raises InvalidInput."""
    message = problem_of_part(wanted, from_s, to_s)
    if message is None:
        return None if from_s is None or to_s is None else (from_s, to_s)
    item = ProblemItem(path="from_s", pointer="", message=message, value=from_s)
    raise InvalidInput(message, errors=[item])


def find(
    session: Session, context: Context, run_id: UUID, part: tuple[float, float] | None
) -> Export:
    """What there is to export of a run; `part` is the time of the packets that are wanted.

    Raises NotFound; NotDone if the run is not done, or its packets are not computed yet.
    """
    run = runs.require(session, run_id)
    if run.status != "done" or run.result_id is None:
        raise NotDone(f"Run {run_id} is {run.status}; it can be exported once it is done.")
    require_whole(session, run.result_id)
    packets = None if part is None else _packets(session, run_id, run.result_id, part)
    exported = _exported(runs.read(session, run_id), context)
    return Export(exported, run.result_id, context.sessions, packets)


def _packets(
    session: Session, run_id: UUID, result_id: UUID, part: tuple[float, float]
) -> PacketPart:
    """The stored window; looking for it orders nothing."""
    from_s, to_s = (round(bound, DECIMALS) for bound in part)
    window = windows.find(session, result_id, from_s, to_s)
    if window is None or window.payload is None:
        state = "not ordered" if window is None else window.status
        raise NotDone(
            f"The packets from {from_s:g} s to {to_s:g} s are {state}: GET /api/runs/{run_id}/"
            f"packets?from_s={from_s:.12g}&to_s={to_s:.12g} has them computed. Export them once "
            "its status is done."
        )
    return PacketPart(decode_packets(window.payload), window.is_truncated)


def _exported(read: RunRead, context: Context) -> ExportedRun:
    if read.result is None:
        raise AssertionError(f"run {read.id} is done and has no result")
    # Both are passed on as they are stored: typed as models, held as plain data.
    scenario, result = dict(read.scenario), dict(read.result)
    return ExportedRun(
        read.name,
        scenario,
        read.seed,
        result,
        context.settings.public_url,
        partial(modules.exported, context.sessions, scenario),
    )


def _piece(chunk: StoredChunk) -> SeriesPiece:
    payloads = zip(chunk.metrics, chunk.payloads, strict=True)
    columns = {metric: decode(payload) for metric, payload in payloads}
    return SeriesPiece(chunk.subject, chunk.subject_index, chunk.first_sample, columns)
