"""find the equal cells and the next batches of an experiment by one index each

The claim of a batch asks which cells of the experiment are the same scenarios, and how many of
its batches have a message. While PostgreSQL has no statistics of a new experiment it read all of
its cells and batches for that: 43 ms for 60,000 cells, and 0.3 ms by these indexes.
"""

import sqlalchemy as sa
from alembic import op

revision = "0041"
down_revision = "0040"
branch_labels = None
depends_on = None

OLD = "ix_experiment_cell_scenario_digest"
NEW = "ix_experiment_cell_scenario_digest_experiment_id"
ENQUEUED = "ix_experiment_batch_enqueued"


def upgrade() -> None:
    op.create_index(NEW, "experiment_cell", ["scenario_digest", "experiment_id"])
    op.drop_index(OLD, "experiment_cell")
    _enqueued_by("experiment_id", "enqueued_at")


def downgrade() -> None:
    op.create_index(OLD, "experiment_cell", ["scenario_digest"])
    op.drop_index(NEW, "experiment_cell")
    _enqueued_by("enqueued_at")


def _enqueued_by(*columns: str) -> None:
    op.drop_index(ENQUEUED, "experiment_batch")
    op.create_index(
        ENQUEUED,
        "experiment_batch",
        list(columns),
        postgresql_where=sa.text("status = 'queued' AND enqueued_at IS NOT NULL"),
    )
