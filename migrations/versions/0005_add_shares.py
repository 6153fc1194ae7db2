"""add shares: immutable links to runs, with runs of their own"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "share",
        sa.Column("id", sa.Uuid(), server_default=sa.text("uuidv7()"), nullable=False),
        sa.Column("token_hash", sa.LargeBinary(), nullable=False),
        sa.Column("owner_key_hash", sa.LargeBinary(), nullable=True),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("view", sa.Text(), nullable=False),
        sa.Column("is_embeddable", sa.Boolean(), nullable=False),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("withdrawn_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("kind IN ('runs', 'experiment')", name=op.f("ck_share_kind")),
        sa.CheckConstraint("octet_length(token_hash) = 32", name=op.f("ck_share_token_hash")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_share")),
    )
    op.create_index("uq_share_token_hash", "share", ["token_hash"], unique=True)
    op.create_index(
        "ix_share_owner",
        "share",
        ["owner_key_hash", sa.text("created_at DESC"), sa.text("id DESC")],
    )
    op.create_index(
        "ix_share_expires_at",
        "share",
        ["expires_at"],
        postgresql_where=sa.text("withdrawn_at IS NULL AND expires_at IS NOT NULL"),
    )
    op.add_column("run", sa.Column("share_id", sa.Uuid(), nullable=True))
    op.add_column("run", sa.Column("share_position", sa.BigInteger(), nullable=True))
    op.create_foreign_key(op.f("fk_run_share_id_share"), "run", "share", ["share_id"], ["id"])
    op.create_check_constraint(
        op.f("ck_run_shared_is_done"),
        "run",
        "(share_id IS NULL) = (share_position IS NULL)"
        " AND (share_id IS NULL OR (status = 'done' AND owner_key_hash IS NULL))",
    )
    op.create_index(
        "uq_run_share",
        "run",
        ["share_id", "share_position"],
        unique=True,
        postgresql_where=sa.text("share_id IS NOT NULL"),
    )


def downgrade() -> None:
    # Copies that belong to links would have no owner without them.
    op.execute("DELETE FROM run WHERE share_id IS NOT NULL")
    op.drop_index("uq_run_share", "run")
    op.drop_constraint(op.f("ck_run_shared_is_done"), "run", type_="check")
    op.drop_constraint(op.f("fk_run_share_id_share"), "run", type_="foreignkey")
    op.drop_column("run", "share_position")
    op.drop_column("run", "share_id")
    op.drop_table("share")
