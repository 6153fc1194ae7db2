"""end a run that is cancelled at once, so that none waits for its worker to hear of it"""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute(
        "WITH ended AS ("
        "UPDATE run SET status = 'cancelled', claimed_by = NULL, finished_at = now(),"
        " event_seq = event_seq + 1"
        " WHERE cancel_requested AND status IN ('queued', 'running') RETURNING *)"
        " INSERT INTO run_event (run_id, seq, kind, status, attempt, simulated_s, duration_s,"
        " sample_count)"
        " SELECT id, event_seq, 'end', 'cancelled', attempt, simulated_s, duration_s, sample_count"
        " FROM ended"
    )
    op.drop_column("run", "cancel_requested")


def downgrade() -> None:
    op.add_column(
        "run",
        sa.Column(
            "cancel_requested", sa.Boolean(), server_default=sa.text("false"), nullable=False
        ),
    )
