"""add attempts at labs, their answers and their runs"""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

_NOW = sa.text("now()")


def upgrade() -> None:
    op.create_table(
        "lab_attempt",
        sa.Column("id", sa.Uuid(), server_default=sa.text("uuidv7()"), nullable=False),
        sa.Column("owner_key_hash", sa.LargeBinary(), nullable=False),
        sa.Column("template_id", sa.Text(), nullable=False),
        sa.Column("lab", sa.JSON(), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), server_default=_NOW, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_lab_attempt")),
    )
    op.create_index(
        "ix_lab_attempt_owner",
        "lab_attempt",
        ["owner_key_hash", sa.text("started_at DESC"), sa.text("id DESC")],
    )
    op.create_table(
        "lab_answer",
        sa.Column("attempt_id", sa.Uuid(), nullable=False),
        sa.Column("step_id", sa.Text(), nullable=False),
        sa.Column("answer", sa.JSON(), nullable=False),
        sa.Column("answered_at", sa.DateTime(timezone=True), server_default=_NOW, nullable=False),
        sa.ForeignKeyConstraint(
            ["attempt_id"],
            ["lab_attempt.id"],
            name=op.f("fk_lab_answer_attempt_id_lab_attempt"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("attempt_id", "step_id", name=op.f("pk_lab_answer")),
    )
    op.create_table(
        "lab_run",
        sa.Column("run_id", sa.Uuid(), nullable=False),
        sa.Column("attempt_id", sa.Uuid(), nullable=False),
        sa.Column("step_id", sa.Text(), nullable=False),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(
            ["attempt_id"],
            ["lab_attempt.id"],
            name=op.f("fk_lab_run_attempt_id_lab_attempt"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["run_id"], ["run.id"], name=op.f("fk_lab_run_run_id_run"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("run_id", name=op.f("pk_lab_run")),
    )
    op.create_index("ix_lab_run_attempt_id", "lab_run", ["attempt_id"])


def downgrade() -> None:
    op.drop_table("lab_run")
    op.drop_table("lab_answer")
    op.drop_table("lab_attempt")
