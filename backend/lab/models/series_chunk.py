"""A chunk of the series of one flow or link."""

from uuid import UUID

from sqlalchemy import CheckConstraint, ForeignKey, LargeBinary, Text
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Mapped, mapped_column

from lab.models.base import Base, one_of
from lab_model.series.subject import SUBJECT_KINDS, SubjectKind


class SeriesChunk(Base):
    """All metrics of one subject for the samples [first_sample, first_sample + sample_count).

    `payloads[i]` holds metric `metrics[i]` (lab_model.series.codec). They are compressed already,
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
