"""claim units in rows that end with the attempt, and say which workers are here"""

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "unit_claim",
        sa.Column("scenario_digest", sa.Text(), nullable=False),
        sa.Column("seed", sa.BigInteger(), nullable=False),
        sa.Column("behaviour_version", sa.BigInteger(), nullable=False),
        sa.Column("batch_id", sa.Uuid(), nullable=False),
        sa.Column("claimed_by", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint(
            "scenario_digest", "seed", "behaviour_version", name=op.f("pk_unit_claim")
        ),
        prefixes=["UNLOGGED"],
    )
    op.add_column(
        "core_build",
        sa.Column(
            "seen_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
    )
    # Until a worker says that it is here, the one that was registered last counts.
    op.execute("UPDATE core_build SET seen_at = registered_at")


def downgrade() -> None:
    op.drop_column("core_build", "seen_at")
    op.drop_table("unit_claim")
