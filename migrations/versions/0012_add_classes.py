"""add classes, their teachers and students"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

_NOW = sa.text("now()")
_ID = sa.text("uuidv7()")
_FALSE = sa.text("false")


def upgrade() -> None:
    _add_digest()
    _create_classroom()
    _create_teachers()
    _create_students()
    _create_feedback()
    _create_snapshots()


def downgrade() -> None:
    for table in ("snapshot", "feedback", "identifier", "student", "teacher"):
        op.drop_table(f"class_{table}")
    op.drop_table("classroom")
    op.drop_column("lab_attempt", "lab_digest")


def _add_digest() -> None:
    # Any text will do that differs where files differ: here the one of the column itself.
    op.add_column("lab_attempt", sa.Column("lab_digest", sa.Text(), nullable=True))
    op.execute(
        "UPDATE lab_attempt SET lab_digest = encode(sha256(convert_to(lab::text, 'UTF8')), 'hex')"
    )
    op.alter_column("lab_attempt", "lab_digest", nullable=False)


def _create_classroom() -> None:
    op.create_table(
        "classroom",
        sa.Column("id", sa.Uuid(), server_default=_ID, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("code_expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("lab_id", sa.Text(), nullable=False),
        sa.Column("lab", sa.JSON(), nullable=False),
        sa.Column("lab_digest", sa.Text(), nullable=False),
        sa.Column("sections", postgresql.ARRAY(sa.Text()), nullable=False),
        sa.Column("needs_approval", sa.Boolean(), nullable=False),
        sa.Column("has_identifiers", sa.Boolean(), nullable=False),
        sa.Column("is_locked", sa.Boolean(), server_default=_FALSE, nullable=False),
        sa.Column("is_paused", sa.Boolean(), server_default=_FALSE, nullable=False),
        sa.Column("paced_step_id", sa.Text(), nullable=True),
        sa.Column("is_anonymous", sa.Boolean(), server_default=_FALSE, nullable=False),
        sa.Column("teacher_key_hash", sa.LargeBinary(), nullable=False),
        sa.Column("student_number", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("work_revision", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("control_revision", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=_NOW, nullable=False),
        sa.Column("closes_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("closed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("deletes_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_classroom")),
        sa.UniqueConstraint("code", name=op.f("uq_classroom_code")),
    )
    op.create_index("ix_classroom_deletes_at", "classroom", ["deletes_at"])


def _create_teachers() -> None:
    op.create_table(
        "class_teacher",
        sa.Column("id", sa.Uuid(), server_default=_ID, nullable=False),
        sa.Column("class_id", sa.Uuid(), nullable=False),
        sa.Column("owner_key_hash", sa.LargeBinary(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), server_default=_NOW, nullable=False),
        sa.ForeignKeyConstraint(
            ["class_id"],
            ["classroom.id"],
            name=op.f("fk_class_teacher_class_id_classroom"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_class_teacher")),
        sa.UniqueConstraint(
            "class_id", "owner_key_hash", name=op.f("uq_class_teacher_class_id_owner_key_hash")
        ),
    )
    op.create_index("ix_class_teacher_owner_key_hash", "class_teacher", ["owner_key_hash"])


def _create_students() -> None:
    op.create_table(
        "class_student",
        sa.Column("id", sa.Uuid(), server_default=_ID, nullable=False),
        sa.Column("class_id", sa.Uuid(), nullable=False),
        sa.Column("attempt_id", sa.Uuid(), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("alias", sa.Text(), nullable=False),
        sa.Column("section", sa.Text(), nullable=True),
        sa.Column("is_approved", sa.Boolean(), nullable=False),
        sa.Column("asks_help_since", sa.DateTime(timezone=True), nullable=True),
        sa.Column("at_step_id", sa.Text(), nullable=True),
        sa.Column("at_step_since", sa.DateTime(timezone=True), nullable=True),
        sa.Column("last_seen_at", sa.DateTime(timezone=True), server_default=_NOW, nullable=False),
        sa.Column("joined_at", sa.DateTime(timezone=True), server_default=_NOW, nullable=False),
        sa.Column("recovery_code_hash", sa.LargeBinary(), nullable=False),
        sa.Column("work_count", sa.BigInteger(), server_default="0", nullable=False),
        sa.ForeignKeyConstraint(
            ["class_id"],
            ["classroom.id"],
            name=op.f("fk_class_student_class_id_classroom"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["attempt_id"],
            ["lab_attempt.id"],
            name=op.f("fk_class_student_attempt_id_lab_attempt"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_class_student")),
        sa.UniqueConstraint("class_id", "number", name=op.f("uq_class_student_class_id_number")),
        sa.UniqueConstraint("attempt_id", name=op.f("uq_class_student_attempt_id")),
        postgresql_with={"fillfactor": 70},
    )
    op.create_table(
        "class_identifier",
        sa.Column("class_id", sa.Uuid(), nullable=False),
        sa.Column("identifier_hash", sa.LargeBinary(), nullable=False),
        sa.Column("position", sa.BigInteger(), nullable=False),
        sa.Column("student_id", sa.Uuid(), nullable=True),
        sa.ForeignKeyConstraint(
            ["class_id"],
            ["classroom.id"],
            name=op.f("fk_class_identifier_class_id_classroom"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["student_id"],
            ["class_student.id"],
            name=op.f("fk_class_identifier_student_id_class_student"),
            ondelete="SET NULL",
        ),
        sa.PrimaryKeyConstraint("class_id", "identifier_hash", name=op.f("pk_class_identifier")),
    )
    op.create_index("ix_class_identifier_student_id", "class_identifier", ["student_id"])


def _create_feedback() -> None:
    op.create_table(
        "class_feedback",
        sa.Column("attempt_id", sa.Uuid(), nullable=False),
        sa.Column("step_id", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("points", sa.Float(), nullable=True),
        sa.Column("given_at", sa.DateTime(timezone=True), server_default=_NOW, nullable=False),
        sa.ForeignKeyConstraint(
            ["attempt_id"],
            ["lab_attempt.id"],
            name=op.f("fk_class_feedback_attempt_id_lab_attempt"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("attempt_id", "step_id", name=op.f("pk_class_feedback")),
    )


def _create_snapshots() -> None:
    op.create_table(
        "class_snapshot",
        sa.Column("id", sa.Uuid(), server_default=_ID, nullable=False),
        sa.Column("class_id", sa.Uuid(), nullable=False),
        sa.Column("step_id", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("content", sa.JSON(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=_NOW, nullable=False),
        sa.ForeignKeyConstraint(
            ["class_id"],
            ["classroom.id"],
            name=op.f("fk_class_snapshot_class_id_classroom"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_class_snapshot")),
    )
    op.create_index("ix_class_snapshot_class_id", "class_snapshot", ["class_id"])
