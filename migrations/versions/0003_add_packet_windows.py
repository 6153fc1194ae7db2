"""add packet windows: single packets of a part of a run, computed when asked for"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "packet_window",
        sa.Column("id", sa.Uuid(), server_default=sa.text("uuidv7()"), nullable=False),
        sa.Column("result_id", sa.Uuid(), nullable=False),
        sa.Column("from_s", sa.Float(), nullable=False),
        sa.Column("to_s", sa.Float(), nullable=False),
        sa.Column("status", sa.Text(), server_default="queued", nullable=False),
        sa.Column("queue", sa.Text(), nullable=False),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.Column(
            "rung_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False
        ),
        sa.Column("claimed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("error", sa.Text(), nullable=True),
        sa.Column("is_truncated", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("payload", sa.LargeBinary(), nullable=True),
        sa.CheckConstraint(
            "status IN ('queued', 'running', 'done', 'failed')",
            name=op.f("ck_packet_window_status"),
        ),
        sa.CheckConstraint("from_s < to_s", name=op.f("ck_packet_window_order")),
        sa.CheckConstraint(
            "(status = 'done') = (payload IS NOT NULL)", name=op.f("ck_packet_window_payload")
        ),
        sa.CheckConstraint(
            "(status = 'failed') = (error IS NOT NULL)", name=op.f("ck_packet_window_error")
        ),
        sa.ForeignKeyConstraint(
            ["result_id"],
            ["result.id"],
            name=op.f("fk_packet_window_result_id_result"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_packet_window")),
        sa.UniqueConstraint(
            "result_id", "from_s", "to_s", name=op.f("uq_packet_window_result_id_from_s_to_s")
        ),
    )
    op.create_index("ix_packet_window_created_at", "packet_window", ["created_at"])


def downgrade() -> None:
    op.drop_table("packet_window")
