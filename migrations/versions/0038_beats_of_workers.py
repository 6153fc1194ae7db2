"""beats of workers in a table of their own, and counts that never wait

A thousand workers that say twice a second that they live wrote the rows of their batches, and with
them an index. The index of running batches goes by the experiment now: a heartbeat changes none.

A worker counts what it has stored in a transaction of its own, unless a plan has counted anew in
between: `plan_count` says so.
"""

import sqlalchemy as sa
from alembic import op

revision = "0038"
down_revision = "0037"
branch_labels = None
depends_on = None

INDEX = "ix_experiment_batch_running"
IS_RUNNING = sa.text("status = 'running'")


def upgrade() -> None:
    op.create_table(
        "worker_beat",
        sa.Column("worker", sa.Text(), nullable=False),
        sa.Column("claimed_by", sa.Text(), nullable=False),
        sa.Column("beaten_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("worker", name=op.f("pk_worker_beat")),
        prefixes=["UNLOGGED"],
        postgresql_with={"fillfactor": 50},
    )
    op.drop_index(INDEX, "experiment_batch")
    op.create_index(INDEX, "experiment_batch", ["experiment_id"], postgresql_where=IS_RUNNING)
    op.add_column(
        "experiment", sa.Column("plan_count", sa.BigInteger(), server_default="0", nullable=False)
    )


def downgrade() -> None:
    op.drop_column("experiment", "plan_count")
    op.drop_index(INDEX, "experiment_batch")
    op.create_index(INDEX, "experiment_batch", ["heartbeat_at"], postgresql_where=IS_RUNNING)
    op.drop_table("worker_beat")
