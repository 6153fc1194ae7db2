"""let a link hold the measurements that lie beside its runs"""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "share_trace",
        sa.Column("share_id", sa.Uuid(), nullable=False),
        sa.Column("position", sa.BigInteger(), nullable=False),
        sa.Column("payload", sa.LargeBinary(), nullable=False),
        sa.Column("stored_bytes", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("position >= 0", name=op.f("ck_share_trace_position")),
        sa.CheckConstraint(
            "stored_bytes = octet_length(payload)", name=op.f("ck_share_trace_stored_bytes")
        ),
        sa.ForeignKeyConstraint(
            ["share_id"],
            ["share.id"],
            name=op.f("fk_share_trace_share_id_share"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("share_id", "position", name=op.f("pk_share_trace")),
    )


def downgrade() -> None:
    op.drop_table("share_trace")
