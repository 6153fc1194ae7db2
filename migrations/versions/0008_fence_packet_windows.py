"""give packet windows the columns of runs and batches, and one name to the time of a message"""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

_JOB_CHECKS = {
    "claimed_while_running": "(status = 'running') = (claimed_by IS NOT NULL)",
    "finished_when_over": "(status IN ('done', 'failed')) = (finished_at IS NOT NULL)",
}


def upgrade() -> None:
    for table in ("run", "experiment_batch", "packet_window"):
        op.alter_column(table, "rung_at", new_column_name="enqueued_at")
    op.execute("ALTER INDEX ix_experiment_batch_rung RENAME TO ix_experiment_batch_enqueued")
    # They are kept for an hour and computed again on demand.
    op.execute("DELETE FROM packet_window")
    op.alter_column("packet_window", "enqueued_at", nullable=True, server_default=None)
    op.alter_column("packet_window", "claimed_at", new_column_name="started_at")
    op.add_column(
        "packet_window",
        sa.Column("attempt", sa.BigInteger(), server_default="0", nullable=False),
    )
    op.add_column("packet_window", sa.Column("claimed_by", sa.Text(), nullable=True))
    for name in ("heartbeat_at", "finished_at"):
        op.add_column("packet_window", sa.Column(name, sa.DateTime(timezone=True), nullable=True))
    for name, condition in _JOB_CHECKS.items():
        op.create_check_constraint(op.f(f"ck_packet_window_{name}"), "packet_window", condition)


def downgrade() -> None:
    op.execute("DELETE FROM packet_window")
    for name in _JOB_CHECKS:
        op.drop_constraint(op.f(f"ck_packet_window_{name}"), "packet_window", type_="check")
    for name in ("attempt", "claimed_by", "heartbeat_at", "finished_at"):
        op.drop_column("packet_window", name)
    op.alter_column("packet_window", "started_at", new_column_name="claimed_at")
    op.alter_column("packet_window", "enqueued_at", nullable=False, server_default=sa.text("now()"))
    op.execute("ALTER INDEX ix_experiment_batch_enqueued RENAME TO ix_experiment_batch_rung")
    for table in ("run", "experiment_batch", "packet_window"):
        op.alter_column(table, "enqueued_at", new_column_name="rung_at")
