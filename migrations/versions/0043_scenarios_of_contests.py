"""let a teacher choose what a contest draws, and how many scenarios"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import ARRAY

revision = "0043"
down_revision = "0042"
branch_labels = None
depends_on = None

# What every contest has drawn so far.
KINDS = (
    "equal-rtts,rtt-ratio-3,shallow-buffer,deep-buffer,random-loss,codel,dualpi2,"
    "beside-cubic,beside-cubic-deep,random-beside-cubic"
)


def upgrade() -> None:
    op.add_column(
        "class_contest",
        sa.Column("scenario_count", sa.BigInteger(), server_default="20", nullable=False),
    )
    op.add_column(
        "class_contest",
        sa.Column("kinds", ARRAY(sa.Text()), server_default=f"{{{KINDS}}}", nullable=False),
    )
    op.alter_column("class_contest", "scenario_count", server_default=None)
    op.alter_column("class_contest", "kinds", server_default=None)
    op.create_check_constraint(
        op.f("ck_class_contest_scenario_count"),
        "class_contest",
        "scenario_count BETWEEN 1 AND 20",
    )
    op.create_check_constraint(
        op.f("ck_class_contest_kinds"), "class_contest", "cardinality(kinds) >= 1"
    )


def downgrade() -> None:
    op.drop_column("class_contest", "kinds")
    op.drop_column("class_contest", "scenario_count")
