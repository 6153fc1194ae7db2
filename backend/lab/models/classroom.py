"""A class that does a lab together: its teachers, its students, what teachers say to answers."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import ForeignKey, Index, LargeBinary, Text, UniqueConstraint, func, text
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Mapped, column_property, mapped_column

from lab.models.base import Base
from lab.models.link_trace import with_traces
from lab_model.english.names import listed


class Classroom(Base):
    """The lab stays as it was when the class began, even if its file changes."""

    __tablename__ = "classroom"
    __table_args__ = (
        UniqueConstraint("code"),
        Index("ix_classroom_deletes_at", "deletes_at"),
        Index(
            "ix_classroom_trace_sha256s",
            "trace_sha256s",
            postgresql_using="gin",
            postgresql_where=text("trace_sha256s IS NOT NULL"),
        ),
        Index("ix_classroom_experiment_id", "experiment_id"),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True, server_default=func.uuidv7())
    name: Mapped[str]
    code: Mapped[str]
    """What students type to join: `QUEUE-4217`."""
    code_expires_at: Mapped[datetime]
    lab_id: Mapped[str]
    kept_lab: Mapped[dict[str, Any]] = mapped_column("lab", deferred=True)
    """The lab's file (`lab_model.classroom.LabFile`), without the times of the traces below. To be
    written with `lab.link_traces`, to be read as `lab`."""
    trace_sha256s: Mapped[list[str | None] | None] = mapped_column(ARRAY(Text), deferred=True)
    """Of delivery traces, as they follow each other; null: it has none, or short ones."""
    lab: Mapped[dict[str, Any]] = column_property(
        with_traces(kept_lab, trace_sha256s), deferred=True
    )
    lab_digest: Mapped[str]
    """Equal ones have equal files, so that a file is read and checked once."""
    sections: Mapped[list[str]] = mapped_column(ARRAY(Text))
    needs_approval: Mapped[bool]
    has_identifiers: Mapped[bool]
    is_locked: Mapped[bool] = mapped_column(server_default=text("false"))
    """The class takes no students."""
    is_paused: Mapped[bool] = mapped_column(server_default=text("false"))
    paced_step_id: Mapped[str | None]
    """The last step that is open; null: students work at their own pace."""
    is_anonymous: Mapped[bool] = mapped_column(server_default=text("false"))
    wall_step_id: Mapped[str | None]
    """What the wall shows while students work at their own pace; null: the first step."""
    revealed_step_ids: Mapped[list[str]] = mapped_column(
        ARRAY(Text), server_default=text("'{}'::text[]")
    )
    """Questions and games whose right answers the wall shows."""
    timer_step_id: Mapped[str | None]
    """The step that the running time is for; null: no timer was started."""
    timer_ends_at: Mapped[datetime | None]
    """Null exactly when `timer_step_id` is."""
    timer_pauses: Mapped[bool] = mapped_column(server_default=text("false"))
    """The class is paused from `timer_ends_at` on."""
    discussion: Mapped[dict[str, Any] | None]
    """Answers that a teacher has chosen, in order, and how many of them the wall shows."""
    experiment_id: Mapped[UUID | None] = mapped_column(
        ForeignKey("experiment.id", ondelete="SET NULL")
    )
    """A teacher's, which browsers of students may compute, too (lab.remote_work.tabs)."""
    teacher_key_hash: Mapped[bytes]
    """SHA-256 of the key that makes a browser a teacher's."""
    wall_key_hash: Mapped[bytes | None]
    """SHA-256 of the key with which a browser sees the wall and nothing else; null: none was made.
    """
    shows_solutions: Mapped[bool] = mapped_column(server_default=text("false"))
    """Students may read the solutions once the class has closed."""
    holds_back_right: Mapped[bool] = mapped_column(server_default=text("false"))
    """Students see whether an answer to a question is right once it is revealed."""
    holds_back_points: Mapped[bool] = mapped_column(server_default=text("false"))
    """Students see no points, and nothing that was said with them."""
    most_students: Mapped[int | None]
    """The most students that can join; null: the most of any class."""
    left_browser_hashes: Mapped[list[bytes]] = mapped_column(
        ARRAY(LargeBinary), server_default=text("'{}'::bytea[]")
    )
    """One for each student who has left, salted with the class: who comes back is known to have
    been there, and not who it was."""
    student_number: Mapped[int] = mapped_column(server_default="0")
    """The number of the newest student; none is given twice."""
    work_revision: Mapped[int] = mapped_column(server_default="0")
    """Changes of work that no student's `work_count` has: see there."""
    control_revision: Mapped[int] = mapped_column(server_default="0")
    """Rises with everything that a teacher sets for the whole class."""
    wall_revision: Mapped[int] = mapped_column(server_default="0")
    """Rises with changes of the wall alone, which students do not see."""
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())
    closes_at: Mapped[datetime]
    closed_at: Mapped[datetime | None]
    """When a teacher ended it before `closes_at`."""
    deletes_at: Mapped[datetime]


class ClassTeacher(Base):
    """A browser that may see and change everything of a class."""

    __tablename__ = "class_teacher"
    __table_args__ = (
        UniqueConstraint("class_id", "owner_key_hash"),
        Index("ix_class_teacher_owner_key_hash", "owner_key_hash"),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True, server_default=func.uuidv7())
    class_id: Mapped[UUID] = mapped_column(ForeignKey("classroom.id", ondelete="CASCADE"))
    owner_key_hash: Mapped[bytes]
    name: Mapped[str]
    since: Mapped[datetime] = mapped_column(server_default=func.now())


class ClassStudent(Base):
    """A student of a class. The browser is in the attempt, `owner_key_hash`."""

    __tablename__ = "class_student"
    __table_args__ = (
        UniqueConstraint("class_id", "number"),
        UniqueConstraint("attempt_id"),
        # Every piece of work rewrites the row; room on the page keeps the indexes untouched.
        {"postgresql_with": {"fillfactor": 70}},
    )

    id: Mapped[UUID] = mapped_column(primary_key=True, server_default=func.uuidv7())
    class_id: Mapped[UUID] = mapped_column(ForeignKey("classroom.id", ondelete="CASCADE"))
    attempt_id: Mapped[UUID] = mapped_column(ForeignKey("lab_attempt.id", ondelete="CASCADE"))
    number: Mapped[int]
    """1, 2, ... in the class."""
    alias: Mapped[str]
    partners: Mapped[list[str]] = mapped_column(ARRAY(Text), server_default="{}")
    """Aliases of those who work with this one at the same device: one place, one work."""
    section: Mapped[str | None]
    is_approved: Mapped[bool]
    asks_help_since: Mapped[datetime | None]
    at_step_id: Mapped[str | None]
    at_step_since: Mapped[datetime | None]
    last_seen_at: Mapped[datetime] = mapped_column(server_default=func.now())
    joined_at: Mapped[datetime] = mapped_column(server_default=func.now())
    recovery_code_hash: Mapped[bytes]
    rejoin_count: Mapped[int] = mapped_column(server_default="0")
    """So often had this browser left the class before."""
    work_count: Mapped[int] = mapped_column(server_default="0")
    """Pieces of work. The revision of a class's work is `work_revision` and all of these: students
    who work at once write rows of their own, and wait for no row of the class."""
    told_count: Mapped[int] = mapped_column(server_default="0")
    """Rises with feedback to this student, and settings for this one alone."""

    @property
    def aliases(self) -> list[str]:
        """Of all who work at this place; the one who joined with it is the first."""
        return [self.alias, *self.partners]

    @property
    def names(self) -> str:
        """`Ada`, or `Ada and Ben` who work together."""
        return listed(self.aliases)


class ClassIdentifier(Base):
    """Who may join, where a teacher has said so. Only hashes are stored."""

    __tablename__ = "class_identifier"
    __table_args__ = (Index("ix_class_identifier_student_id", "student_id"),)

    class_id: Mapped[UUID] = mapped_column(
        ForeignKey("classroom.id", ondelete="CASCADE"), primary_key=True
    )
    identifier_hash: Mapped[bytes] = mapped_column(primary_key=True)
    """SHA-256, salted with the class."""
    position: Mapped[int]
    """Its place in the teacher's list, from 1: grades name students by it."""
    student_id: Mapped[UUID | None] = mapped_column(
        ForeignKey("class_student.id", ondelete="SET NULL")
    )
    person_index: Mapped[int] = mapped_column(server_default="0")
    """Whose it is among the `aliases` of the student."""
    left_at: Mapped[datetime | None]
    """When its student left: it is not free again until a teacher says so."""


class ClassFeedback(Base):
    """A teacher's feedback on the answer to a step."""

    __tablename__ = "class_feedback"

    attempt_id: Mapped[UUID] = mapped_column(
        ForeignKey("lab_attempt.id", ondelete="CASCADE"), primary_key=True
    )
    step_id: Mapped[str] = mapped_column(primary_key=True)
    text: Mapped[str]
    points: Mapped[float | None]
    """Null: as marked automatically."""
    given_at: Mapped[datetime] = mapped_column(server_default=func.now())


class ClassSnapshot(Base):
    """The answers to a step as they were."""

    __tablename__ = "class_snapshot"
    __table_args__ = (Index("ix_class_snapshot_class_id", "class_id"),)

    id: Mapped[UUID] = mapped_column(primary_key=True, server_default=func.uuidv7())
    class_id: Mapped[UUID] = mapped_column(ForeignKey("classroom.id", ondelete="CASCADE"))
    step_id: Mapped[str]
    title: Mapped[str]
    content: Mapped[dict[str, Any]]
    """Answers by student's id, without names: a student who is deleted goes from here, too."""
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())
