"""keep modules of users' own algorithms"""

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0029"
branch_labels = None
depends_on = None


def _now(name: str) -> sa.Column[object]:
    default = sa.text("now()")
    return sa.Column(name, sa.DateTime(timezone=True), server_default=default, nullable=False)


def upgrade() -> None:
    op.create_table(
        "algorithm_module",
        sa.Column("sha256", sa.Text(), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.Column("byte_count", sa.BigInteger(), nullable=False),
        sa.Column("description", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("source_text", sa.Text(), nullable=False),
        sa.Column("build_line", sa.Text(), nullable=False),
        sa.Column("licence", sa.Text(), nullable=False),
        _now("created_at"),
        sa.CheckConstraint("sha256 ~ '^[0-9a-f]{64}$'", name=op.f("ck_algorithm_module_sha256")),
        sa.PrimaryKeyConstraint("sha256", name=op.f("pk_algorithm_module")),
    )
    op.create_table(
        "module_keeper",
        sa.Column("sha256", sa.Text(), nullable=False),
        sa.Column("owner_key_hash", sa.LargeBinary(), nullable=False),
        _now("kept_at"),
        sa.ForeignKeyConstraint(
            ["sha256"],
            ["algorithm_module.sha256"],
            name=op.f("fk_module_keeper_sha256_algorithm_module"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("sha256", "owner_key_hash", name=op.f("pk_module_keeper")),
    )
    op.create_index(
        "ix_module_keeper_owner",
        "module_keeper",
        ["owner_key_hash", sa.text("kept_at DESC"), "sha256"],
    )


def downgrade() -> None:
    op.drop_table("module_keeper")
    op.drop_table("algorithm_module")
