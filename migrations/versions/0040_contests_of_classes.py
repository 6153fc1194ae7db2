"""let the students of a class enter modules in a contest"""

import sqlalchemy as sa
from alembic import op

revision = "0040"
down_revision = "0039"
branch_labels = None
depends_on = None


def upgrade() -> None:
    _create_contests()
    _create_entries()


def _create_contests() -> None:
    op.create_table(
        "class_contest",
        sa.Column("class_id", sa.Uuid(), nullable=False),
        sa.Column(
            "opened_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.Column("ends_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("entries_per_student", sa.BigInteger(), nullable=False),
        sa.Column("seed", sa.BigInteger(), nullable=True),
        sa.Column("reference_id", sa.Uuid(), nullable=True),
        sa.CheckConstraint("seed >= 0", name=op.f("ck_class_contest_seed")),
        sa.CheckConstraint(
            "entries_per_student BETWEEN 1 AND 5",
            name=op.f("ck_class_contest_entries_per_student"),
        ),
        sa.CheckConstraint(
            "reference_id IS NULL OR seed IS NOT NULL",
            name=op.f("ck_class_contest_computed_when_drawn"),
        ),
        sa.ForeignKeyConstraint(
            ["class_id"],
            ["classroom.id"],
            name=op.f("fk_class_contest_class_id_classroom"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["reference_id"],
            ["experiment.id"],
            name=op.f("fk_class_contest_reference_id_experiment"),
        ),
        sa.PrimaryKeyConstraint("class_id", name=op.f("pk_class_contest")),
    )
    op.create_index("ix_class_contest_ends_at", "class_contest", ["ends_at"])


def _create_entries() -> None:
    op.create_table(
        "contest_entry",
        sa.Column("id", sa.Uuid(), server_default=sa.text("uuidv7()"), nullable=False),
        sa.Column("class_id", sa.Uuid(), nullable=False),
        sa.Column("student_id", sa.Uuid(), nullable=False),
        sa.Column("sha256", sa.Text(), nullable=True),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column(
            "entered_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.Column("withdrawn_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("experiment_id", sa.Uuid(), nullable=True),
        sa.Column("merits", sa.JSON(none_as_null=True), nullable=True),
        sa.Column(
            "failures", sa.ARRAY(sa.Text()), server_default=sa.text("'{}'::text[]"), nullable=False
        ),
        sa.Column("failed_count", sa.BigInteger(), server_default="0", nullable=False),
        sa.CheckConstraint(
            "(withdrawn_at IS NULL) = (sha256 IS NOT NULL)",
            name=op.f("ck_contest_entry_module_while_in"),
        ),
        sa.CheckConstraint(
            "merits IS NULL OR experiment_id IS NOT NULL",
            name=op.f("ck_contest_entry_computed_when_judged"),
        ),
        sa.ForeignKeyConstraint(
            ["class_id"],
            ["class_contest.class_id"],
            name=op.f("fk_contest_entry_class_id_class_contest"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["student_id"],
            ["class_student.id"],
            name=op.f("fk_contest_entry_student_id_class_student"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["experiment_id"],
            ["experiment.id"],
            name=op.f("fk_contest_entry_experiment_id_experiment"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_contest_entry")),
        sa.UniqueConstraint(
            "student_id", "sha256", name=op.f("uq_contest_entry_student_id_sha256")
        ),
        sa.UniqueConstraint("experiment_id", name=op.f("uq_contest_entry_experiment_id")),
    )
    op.create_index("ix_contest_entry_class_id", "contest_entry", ["class_id"])
    op.create_index("ix_contest_entry_sha256", "contest_entry", ["sha256"])


def downgrade() -> None:
    op.drop_table("contest_entry")
    op.drop_table("class_contest")
