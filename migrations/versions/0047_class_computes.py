"""let the tabs of a class compute an experiment of its teacher"""

import sqlalchemy as sa
from alembic import op

revision = "0047"
down_revision = "0046"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("classroom", sa.Column("experiment_id", sa.Uuid(), nullable=True))
    op.create_foreign_key(
        op.f("fk_classroom_experiment_id_experiment"),
        "classroom",
        "experiment",
        ["experiment_id"],
        ["id"],
        ondelete="SET NULL",
    )
    op.create_index("ix_classroom_experiment_id", "classroom", ["experiment_id"])


def downgrade() -> None:
    op.drop_index("ix_classroom_experiment_id", table_name="classroom")
    op.drop_constraint(
        op.f("fk_classroom_experiment_id_experiment"), "classroom", type_="foreignkey"
    )
    op.drop_column("classroom", "experiment_id")
