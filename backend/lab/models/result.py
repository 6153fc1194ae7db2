"""Results of (scenario, seed, behaviour version), and the data stored of each: series,
phases and events in chunks, what bound its flows, and packet events for a while.
"""

from datetime import datetime
from typing import Any, Final, Literal
from uuid import UUID

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    ForeignKey,
    Index,
    LargeBinary,
    Text,
    UniqueConstraint,
    func,
    text,
)
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Mapped, mapped_column

from lab.models.base import Base, one_of
from lab.models.job import PlainJob, job_checks
from lab.runs.states import QueueName
from lab_model.series.subject import SUBJECT_KINDS, SubjectKind

DONE_RESULT_CONSTRAINT = "uq_result_done"


class Result(Base):
    """Unfinished while an attempt writes its chunks, immutable once it is done.

    `document` is the whole result as the API gives it; `overview` is what a list shows of it, so
    that no list opens documents.
    """

    __tablename__ = "result"
    __table_args__ = (
        Index(
            DONE_RESULT_CONSTRAINT,
            "scenario_digest",
            "seed",
            "behaviour_version",
            unique=True,
            postgresql_where=text("done_at IS NOT NULL"),
        ),
        CheckConstraint(
            "done_at IS NULL OR (document IS NOT NULL AND series_digest IS NOT NULL"
            " AND summary_digest IS NOT NULL)",
            name="whole_when_done",
        ),
        Index(
            "ix_result_damaged",
            "scenario_digest",
            "seed",
            postgresql_where=text("damaged_at IS NOT NULL"),
        ),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True, server_default=func.uuidv7())
    scenario_digest: Mapped[str]
    seed: Mapped[int]
    behaviour_version: Mapped[int]
    """Of the core that computed it; a core from before they were counted has 0 or less."""
    core_version: Mapped[str]
    """Which build that was: for people."""
    duration_s: Mapped[float]
    sample_interval_s: Mapped[float]
    sample_count: Mapped[int] = mapped_column(server_default="0")
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())
    done_at: Mapped[datetime | None]
    damaged_at: Mapped[datetime | None]
    """Since when something of it is known to be lost (lab.results.damage). It is not done then."""
    chunk_count: Mapped[int | None]
    """Rows of its series and timeline as it became done: fewer are damage. Null until then."""

    document: Mapped[dict[str, Any] | None]
    overview: Mapped[dict[str, Any] | None]
    """Null for results from before there were overviews."""
    series_digest: Mapped[str | None]
    summary_digest: Mapped[str | None]


class SeriesChunk(Base):
    """All metrics of one subject for the samples [first_sample, first_sample + sample_count).

    `payloads[i]` holds metric `metrics[i]` (lab.series.codec). They are compressed already,
    so their storage is EXTERNAL: PostgreSQL does not try again.
    """

    __tablename__ = "series_chunk"
    __table_args__ = (
        CheckConstraint(one_of("subject", SUBJECT_KINDS), name="subject"),
        CheckConstraint("first_sample >= 0 AND sample_count > 0", name="samples"),
        CheckConstraint(
            "cardinality(payloads) = cardinality(metrics)", name="one_payload_per_metric"
        ),
    )

    result_id: Mapped[UUID] = mapped_column(
        ForeignKey("result.id", ondelete="CASCADE"), primary_key=True
    )
    subject: Mapped[SubjectKind] = mapped_column(Text, primary_key=True)
    subject_index: Mapped[int] = mapped_column(primary_key=True)
    chunk_index: Mapped[int] = mapped_column(primary_key=True)
    first_sample: Mapped[int]
    sample_count: Mapped[int]
    metrics: Mapped[list[str]] = mapped_column(ARRAY(Text))
    payloads: Mapped[list[bytes]] = mapped_column(ARRAY(LargeBinary))


class TimelineChunk(Base):
    """Phases that ended and events that happened in the time of one chunk.

    A phase may have begun chunks ago: `start_s` is the earliest beginning of anything in here,
    `end_s` the latest end, so that a range finds every chunk that touches it.
    """

    __tablename__ = "timeline_chunk"

    result_id: Mapped[UUID] = mapped_column(
        ForeignKey("result.id", ondelete="CASCADE"), primary_key=True
    )
    chunk_index: Mapped[int] = mapped_column(primary_key=True)
    start_s: Mapped[float]
    end_s: Mapped[float]
    phases: Mapped[list[dict[str, Any]]]
    events: Mapped[list[dict[str, Any]]]


class SeriesTail(Base):
    """Samples of a chunk that is not full yet, for those who watch the run (lab.series.tails).

    A tail is a row for each part: subjects with equal metrics. `payloads[i]` holds metric
    `metrics[i]`, subject after subject.
    """

    __tablename__ = "series_tail"
    __table_args__ = (
        CheckConstraint(one_of("subject", SUBJECT_KINDS), name="subject"),
        CheckConstraint("first_sample >= 0 AND sample_count > 0", name="samples"),
        CheckConstraint(
            "cardinality(payloads) = cardinality(metrics)", name="one_payload_per_metric"
        ),
    )

    result_id: Mapped[UUID] = mapped_column(
        ForeignKey("result.id", ondelete="CASCADE"), primary_key=True
    )
    first_sample: Mapped[int] = mapped_column(primary_key=True)
    part: Mapped[int] = mapped_column(primary_key=True)
    sample_count: Mapped[int]
    subject: Mapped[SubjectKind] = mapped_column(Text)
    subject_indices: Mapped[list[int]] = mapped_column(ARRAY(BigInteger))
    metrics: Mapped[list[str]] = mapped_column(ARRAY(Text))
    payloads: Mapped[list[bytes]] = mapped_column(ARRAY(LargeBinary))


class TimelineTail(Base):
    """Phases that ended and events that happened in the time of a tail, and the phases that went
    on then. Of the last tail these are the present ones.
    """

    __tablename__ = "timeline_tail"

    result_id: Mapped[UUID] = mapped_column(
        ForeignKey("result.id", ondelete="CASCADE"), primary_key=True
    )
    tail_index: Mapped[int] = mapped_column(primary_key=True)
    phases: Mapped[list[dict[str, Any]]]
    open_phases: Mapped[list[dict[str, Any]]]
    events: Mapped[list[dict[str, Any]]]


class ResultExplanations(Base):
    """The explanations of a result in sentences, written by the worker that computed it
    (lab.results.explanations): phenomena, and the chains of causes of some of its flows.

    They follow from other stored data: where they are missing or outdated, a request computes them.
    """

    __tablename__ = "result_words"

    result_id: Mapped[UUID] = mapped_column(
        ForeignKey("result.id", ondelete="CASCADE"), primary_key=True
    )
    rules_digest: Mapped[str]
    """Of the code that wrote them: other code may write other sentences."""
    text_digest: Mapped[str]
    """Of the run's scenario: other runs of this result may call their flows differently."""
    phenomena: Mapped[str]
    """A PhenomenaRead as JSON, without its first field."""
    first_flows: Mapped[list[int]] = mapped_column(ARRAY(BigInteger))
    """The first flow of each group."""
    chain_flows: Mapped[list[int]] = mapped_column(ARRAY(BigInteger))
    chains: Mapped[list[str]] = mapped_column(ARRAY(Text))
    """Of the flows of `chain_flows`, each a FlowChain as JSON."""


PacketStatus = Literal["queued", "running", "done", "failed"]
PACKET_STATUSES: Final[tuple[PacketStatus, ...]] = ("queued", "running", "done", "failed")


RepeatSubject = Literal["packets", "causes", "check"]
REPEAT_SUBJECTS: Final[tuple[RepeatSubject, ...]] = ("packets", "causes", "check")


class PacketWindow(PlainJob, Base):
    """A question about a run beyond its result, and what a worker found by computing the run again:
    the packet events of a time, or the causes (lab_model.causes) of the whole run. A check keeps
    no payload: it compares the result of a worker elsewhere (lab.results.remote_runs).

    Packets go after an hour (lab.packets.repository): the same run gives the same events again.
    Causes stay with the result; a run of today stores them as it ends.
    """

    __tablename__ = "packet_window"
    __table_args__ = (
        *job_checks(PACKET_STATUSES, ("done", "failed")),
        CheckConstraint("from_s < to_s", name="order"),
        CheckConstraint("(status = 'done') = (payload IS NOT NULL)", name="payload"),
        CheckConstraint("(status = 'failed') = (error IS NOT NULL)", name="error"),
        CheckConstraint(one_of("subject", REPEAT_SUBJECTS), name="subject"),
        UniqueConstraint("result_id", "subject", "from_s", "to_s"),
        Index("ix_packet_window_created_at", "created_at"),
    )

    result_id: Mapped[UUID] = mapped_column(ForeignKey("result.id", ondelete="CASCADE"))
    subject: Mapped[RepeatSubject] = mapped_column(Text, server_default="packets")
    from_s: Mapped[float]
    to_s: Mapped[float]
    status: Mapped[PacketStatus] = mapped_column(Text, server_default="queued")
    queue: Mapped[QueueName] = mapped_column(Text)
    is_truncated: Mapped[bool] = mapped_column(server_default=text("false"))
    payload: Mapped[bytes | None]
    """Columns of events, or the record of causes (lab_model.packet_codec)."""
