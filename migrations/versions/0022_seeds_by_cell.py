"""let the cells of an experiment have as many seeds as they need"""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None

_NAME = "ck_experiment_unit_count"


def upgrade() -> None:
    op.add_column("experiment_cell", sa.Column("seed_count", sa.BigInteger(), nullable=True))
    op.create_check_constraint(
        op.f("ck_experiment_cell_seed_count"), "experiment_cell", "seed_count > 0"
    )
    op.drop_constraint(op.f(_NAME), "experiment")
    op.create_check_constraint(
        op.f(_NAME),
        "experiment",
        "cell_count > 0 AND unit_count > 0 AND unit_count <= cell_count * replication_count",
    )


def downgrade() -> None:
    # Every cell of an earlier release has all seeds: those that were not wanted are missing, as
    # after a cancelled experiment.
    op.execute(
        "UPDATE experiment SET unit_count = cell_count * replication_count,"
        " status = CASE WHEN status = 'done' AND share_id IS NULL THEN 'cancelled' ELSE status END"
        " WHERE unit_count < cell_count * replication_count"
    )
    op.drop_constraint(op.f(_NAME), "experiment")
    op.create_check_constraint(
        op.f(_NAME),
        "experiment",
        "cell_count > 0 AND unit_count = cell_count * replication_count",
    )
    op.drop_constraint(op.f("ck_experiment_cell_seed_count"), "experiment_cell")
    op.drop_column("experiment_cell", "seed_count")
