"""The rules of exports: of any run that is done, for whoever may read it."""

from collections.abc import Iterator
from dataclasses import dataclass
from uuid import UUID

from sqlalchemy.orm import Session

from lab.errors import Conflict
from lab.exports import repository
from lab.exports.formats import ExportFormat
from lab.exports.repository import StoredChunk
from lab.exports.run import ExportedRun, SeriesPiece
from lab.exports.write import export_parts
from lab.kit.database import SessionFactory
from lab.runs import service as runs
from lab.runs.schemas import RunRead
from lab.series.codec import decode


class ResultGoneError(Exception):
    """The last run that held the result was deleted while it was sent."""


@dataclass(frozen=True)
class Export:
    """A run and where its data are, read while they are sent."""

    run: ExportedRun
    result_id: UUID
    sessions: SessionFactory

    def parts(self, wanted: ExportFormat) -> Iterator[bytes]:
        """The file, a part at a time."""
        return export_parts(wanted, self.run, self)

    def pieces(self) -> Iterator[SeriesPiece]:
        """Page by page, each in a transaction of its own: a slow reader holds none open.

        The result is immutable, so all pages are of the same moment. Raises `ResultGoneError`,
        which breaks the download: half of the series must not look like all of them.
        """
        after: StoredChunk | None = None
        while True:
            with self.sessions.begin() as session:
                page = repository.next_chunks(session, self.result_id, after)
                if not page and not repository.exists(session, self.result_id):
                    raise ResultGoneError(f"result {self.result_id} was deleted")
            yield from map(_piece, page)
            if not page:
                return
            after = page[-1]


def find(session: Session, sessions: SessionFactory, run_id: UUID) -> Export:
    """What there is to export of a run. Raises NotFound, Conflict."""
    run = runs.require(session, run_id)
    if run.status != "done" or run.result_id is None:
        raise Conflict(f"Run {run_id} is {run.status}; it can be exported once it is done.")
    return Export(_exported(runs.read(session, run_id)), run.result_id, sessions)


def _exported(read: RunRead) -> ExportedRun:
    if read.result is None:
        raise AssertionError(f"run {read.id} is done and has no result")
    # Both are passed on as they are stored: typed as models, held as plain data.
    return ExportedRun(read.name, dict(read.scenario), read.seed, dict(read.result))


def _piece(chunk: StoredChunk) -> SeriesPiece:
    payloads = zip(chunk.metrics, chunk.payloads, strict=True)
    columns = {metric: decode(payload) for metric, payload in payloads}
    return SeriesPiece(chunk.subject, chunk.subject_index, chunk.first_sample, columns)
