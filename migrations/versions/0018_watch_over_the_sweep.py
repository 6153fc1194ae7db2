"""keep since when the sweeps run without a gap, and how often a job lost its worker"""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None

_TABLES = ("run", "experiment_batch", "packet_window")


def upgrade() -> None:
    op.create_table(
        "sweep_watch",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("server_started_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("watched_since", sa.DateTime(timezone=True), nullable=False),
        sa.Column("swept_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("id = 1", name=op.f("ck_sweep_watch_one_row")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sweep_watch")),
    )
    for table in _TABLES:
        op.add_column(
            table, sa.Column("loss_count", sa.BigInteger(), server_default="0", nullable=False)
        )


def downgrade() -> None:
    for table in _TABLES:
        op.drop_column(table, "loss_count")
    op.drop_table("sweep_watch")
