"""let runs that wait take turns by who has asked for them, and count what results store"""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("run", sa.Column("turn_key", sa.LargeBinary(), server_default="", nullable=False))
    op.add_column("run", sa.Column("turn", sa.BigInteger(), server_default="0", nullable=False))
    op.add_column("result", sa.Column("damaged_at", sa.DateTime(timezone=True)))
    op.add_column("result", sa.Column("chunk_count", sa.BigInteger()))
    op.create_index(
        "ix_result_damaged",
        "result",
        ["scenario_digest", "seed"],
        postgresql_where=sa.text("damaged_at IS NOT NULL"),
    )
    # What was lost before is found by the digests only: ./lab verify.
    op.execute(
        "UPDATE result SET chunk_count ="
        " (SELECT count(*) FROM series_chunk WHERE series_chunk.result_id = result.id)"
        " + (SELECT count(*) FROM timeline_chunk WHERE timeline_chunk.result_id = result.id)"
        " WHERE done_at IS NOT NULL"
    )


def downgrade() -> None:
    op.drop_index("ix_result_damaged", table_name="result")
    op.drop_column("result", "chunk_count")
    op.drop_column("result", "damaged_at")
    op.drop_column("run", "turn")
    op.drop_column("run", "turn_key")
