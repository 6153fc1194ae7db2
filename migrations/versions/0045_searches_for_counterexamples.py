"""search for the simplest situation in which something goes badly"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import ARRAY

revision = "0045"
down_revision = "0044"
branch_labels = None
depends_on = None


def upgrade() -> None:
    moment = sa.DateTime(timezone=True)
    op.create_table(
        "counterexample_search",
        sa.Column("owner_key_hash", sa.LargeBinary(), nullable=False),
        sa.Column("question", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("status", sa.Text(), server_default="queued", nullable=False),
        sa.Column("behaviour_version", sa.BigInteger(), nullable=True),
        sa.Column("core_version", sa.Text(), nullable=True),
        sa.Column("values", ARRAY(sa.Double()), server_default=sa.text("'{}'"), nullable=False),
        sa.Column("tried_count", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("failed_count", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("failure", sa.Text(), nullable=True),
        sa.Column("found", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("error", sa.Text(), nullable=True),
        sa.Column("id", sa.Uuid(), server_default=sa.text("uuidv7()"), nullable=False),
        sa.Column("attempt", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("loss_count", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("claimed_by", sa.Text(), nullable=True),
        sa.Column("heartbeat_at", moment, nullable=True),
        sa.Column("enqueued_at", moment, nullable=True),
        sa.Column("created_at", moment, server_default=sa.text("now()"), nullable=False),
        sa.Column("started_at", moment, nullable=True),
        sa.Column("finished_at", moment, nullable=True),
        sa.CheckConstraint(
            "status IN ('queued', 'running', 'done', 'failed', 'cancelled')",
            name=op.f("ck_counterexample_search_status"),
        ),
        sa.CheckConstraint(
            "(status = 'running') = (claimed_by IS NOT NULL)",
            name=op.f("ck_counterexample_search_claimed_while_running"),
        ),
        sa.CheckConstraint(
            "(status IN ('done', 'failed', 'cancelled')) = (finished_at IS NOT NULL)",
            name=op.f("ck_counterexample_search_finished_when_over"),
        ),
        sa.CheckConstraint(
            "(status = 'failed') = (error IS NOT NULL)",
            name=op.f("ck_counterexample_search_error"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_counterexample_search")),
    )
    op.create_index(
        "ix_counterexample_search_owner", "counterexample_search", ["owner_key_hash", "created_at"]
    )
    op.create_index(
        "ix_counterexample_search_finished_at", "counterexample_search", ["finished_at"]
    )


def downgrade() -> None:
    op.drop_table("counterexample_search")
