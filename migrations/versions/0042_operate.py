"""let an operator limit owners, tabs compute experiments, and runs be traced"""

import sqlalchemy as sa
from alembic import op

revision = "0042"
down_revision = "0041"
branch_labels = None
depends_on = None

OF_TAB = sa.text("tab_key_hash IS NOT NULL")


def upgrade() -> None:
    op.create_table(
        "owner_limit",
        sa.Column("owner_key_hash", sa.LargeBinary(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.PrimaryKeyConstraint("owner_key_hash", name=op.f("pk_owner_limit")),
    )
    op.add_column("run", sa.Column("traceparent", sa.Text(), nullable=True))
    op.add_column(
        "experiment",
        sa.Column("takes_tabs", sa.Boolean(), server_default=sa.text("false"), nullable=False),
    )
    op.add_column("worker_token", sa.Column("tab_key_hash", sa.LargeBinary(), nullable=True))
    op.create_index(
        "uq_worker_token_tab",
        "worker_token",
        ["experiment_id", "tab_key_hash"],
        unique=True,
        postgresql_where=OF_TAB,
    )


def downgrade() -> None:
    op.execute("DELETE FROM worker_token WHERE tab_key_hash IS NOT NULL")
    op.drop_index("uq_worker_token_tab", "worker_token")
    op.drop_column("worker_token", "tab_key_hash")
    op.drop_column("experiment", "takes_tabs")
    op.drop_column("run", "traceparent")
    op.drop_table("owner_limit")
