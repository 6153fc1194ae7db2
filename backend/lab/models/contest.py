"""The contest of a class, and the modules that students enter."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import JSON, CheckConstraint, ForeignKey, Index, Text, UniqueConstraint, func, text
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Mapped, mapped_column

from lab.models.base import Base


class ClassContest(Base):
    """At most one for each class. Nothing is drawn before it ends, so that no entry can know its
    scenarios.
    """

    __tablename__ = "class_contest"
    __table_args__ = (
        CheckConstraint("seed >= 0", name="seed"),
        CheckConstraint("entries_per_student BETWEEN 1 AND 5", name="entries_per_student"),
        CheckConstraint("scenario_count BETWEEN 1 AND 20", name="scenario_count"),
        CheckConstraint("cardinality(kinds) >= 1", name="kinds"),
        CheckConstraint("reference_id IS NULL OR seed IS NOT NULL", name="computed_when_drawn"),
        Index("ix_class_contest_ends_at", "ends_at"),
    )

    class_id: Mapped[UUID] = mapped_column(
        ForeignKey("classroom.id", ondelete="CASCADE"), primary_key=True
    )
    opened_at: Mapped[datetime] = mapped_column(server_default=func.now())
    ends_at: Mapped[datetime]
    entries_per_student: Mapped[int]
    scenario_count: Mapped[int]
    kinds: Mapped[list[str]] = mapped_column(ARRAY(Text))
    """Of scenarios that may be drawn, all of them written out: a draw stays the same when there
    are more.
    """
    seed: Mapped[int | None]
    """Draws the scenarios (`lab_model.evaluation.contest`); null: the contest has not ended."""
    reference_id: Mapped[UUID | None] = mapped_column(ForeignKey("experiment.id"))
    """CUBIC in the place of the entries."""


class ContestEntry(Base):
    """A module that a student has entered. The row of a withdrawn one stays, without the module."""

    __tablename__ = "contest_entry"
    __table_args__ = (
        CheckConstraint("(withdrawn_at IS NULL) = (sha256 IS NOT NULL)", name="module_while_in"),
        CheckConstraint("merits IS NULL OR experiment_id IS NOT NULL", name="computed_when_judged"),
        UniqueConstraint("student_id", "sha256"),
        UniqueConstraint("experiment_id"),
        Index("ix_contest_entry_class_id", "class_id"),
        Index("ix_contest_entry_sha256", "sha256"),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True, server_default=func.uuidv7())
    class_id: Mapped[UUID] = mapped_column(ForeignKey("class_contest.class_id", ondelete="CASCADE"))
    student_id: Mapped[UUID] = mapped_column(ForeignKey("class_student.id", ondelete="CASCADE"))
    sha256: Mapped[str | None]
    """Of the module, which stays stored while it is entered, even if no user keeps it."""
    title: Mapped[str]
    """As the class reads it on the wall, where no names of students stand."""
    entered_at: Mapped[datetime] = mapped_column(server_default=func.now())
    withdrawn_at: Mapped[datetime | None]
    experiment_id: Mapped[UUID | None] = mapped_column(ForeignKey("experiment.id"))
    """It computes the entry; null: the contest has not ended, or its turn has not come."""
    merits: Mapped[list[list[float]] | None] = mapped_column(JSON(none_as_null=True))
    """By scenario the parts of the score, in the order of `PARTS`; null: not judged yet."""
    failures: Mapped[list[str]] = mapped_column(ARRAY(Text), server_default=text("'{}'::text[]"))
    """Why runs failed, each reason once."""
    failed_count: Mapped[int] = mapped_column(server_default="0")
    """Scenarios without a result."""
