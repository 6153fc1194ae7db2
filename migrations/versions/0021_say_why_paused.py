"""say why the lab itself has paused an experiment"""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("experiment", sa.Column("pause_reason", sa.Text(), nullable=True))
    op.create_check_constraint(
        op.f("ck_experiment_reason_while_paused"),
        "experiment",
        "pause_reason IS NULL OR status = 'paused'",
    )


def downgrade() -> None:
    op.drop_constraint(op.f("ck_experiment_reason_while_paused"), "experiment")
    op.drop_column("experiment", "pause_reason")
