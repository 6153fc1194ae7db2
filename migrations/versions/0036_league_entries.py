"""let modules take part in the league"""

import sqlalchemy as sa
from alembic import op

revision = "0036"
down_revision = "0035"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "league_entry",
        sa.Column("sha256", sa.Text(), nullable=False),
        sa.Column("owner_key_hash", sa.LargeBinary(), nullable=False),
        sa.Column("author", sa.Text(), nullable=False),
        sa.Column("first_seed", sa.BigInteger(), nullable=False),
        sa.Column("experiment_id", sa.Uuid(), nullable=True),
        sa.Column(
            "entered_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.Column("withdrawn_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("sha256 ~ '^[0-9a-f]{64}$'", name=op.f("ck_league_entry_sha256")),
        sa.CheckConstraint("first_seed >= 0", name=op.f("ck_league_entry_first_seed")),
        sa.CheckConstraint(
            "(withdrawn_at IS NULL) = (experiment_id IS NOT NULL)",
            name=op.f("ck_league_entry_computed_while_entered"),
        ),
        sa.ForeignKeyConstraint(
            ["experiment_id"],
            ["experiment.id"],
            name=op.f("fk_league_entry_experiment_id_experiment"),
        ),
        sa.PrimaryKeyConstraint("sha256", name=op.f("pk_league_entry")),
        sa.UniqueConstraint("experiment_id", name=op.f("uq_league_entry_experiment_id")),
    )
    op.create_index("ix_league_entry_owner", "league_entry", ["owner_key_hash"])


def downgrade() -> None:
    op.drop_table("league_entry")
