"""give the work at a step a time, shown to the whole class"""

import sqlalchemy as sa
from alembic import op

revision = "0033"
down_revision = "0032"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("classroom", sa.Column("timer_step_id", sa.Text(), nullable=True))
    op.add_column(
        "classroom", sa.Column("timer_ends_at", sa.DateTime(timezone=True), nullable=True)
    )
    op.add_column(
        "classroom",
        sa.Column("timer_pauses", sa.Boolean(), server_default=sa.text("false"), nullable=False),
    )


def downgrade() -> None:
    op.drop_column("classroom", "timer_pauses")
    op.drop_column("classroom", "timer_ends_at")
    op.drop_column("classroom", "timer_step_id")
