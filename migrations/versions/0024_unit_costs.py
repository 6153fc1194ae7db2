"""keep what units of experiments have cost, by their class"""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None

_KEY = ("behaviour_version", "kind", "flow_octave", "packet_octave")


def upgrade() -> None:
    op.create_table(
        "unit_cost",
        sa.Column("behaviour_version", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("flow_octave", sa.BigInteger(), nullable=False),
        sa.Column("packet_octave", sa.BigInteger(), nullable=False),
        sa.Column("weight", sa.Double(), nullable=False),
        sa.Column("expected_s", sa.Double(), nullable=False),
        sa.Column("cpu_s", sa.Double(), nullable=False),
        sa.Column("log_square_sum", sa.Double(), nullable=False),
        sa.Column("log_sum", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint(*_KEY, name=op.f("pk_unit_cost")),
    )


def downgrade() -> None:
    op.drop_table("unit_cost")
