"""keep how much room the series of a run take, so that one owner cannot fill the disk"""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None

# Sizes are in the rows: no payload is read for them.
_MEASURE = """
UPDATE run SET storage_bytes = measured.bytes
FROM (
    SELECT result_id, sum(pg_column_size(payloads)) AS bytes FROM series_chunk GROUP BY result_id
) AS measured
WHERE run.result_id = measured.result_id AND run.owner_key_hash IS NOT NULL
"""


def upgrade() -> None:
    op.add_column(
        "run", sa.Column("storage_bytes", sa.BigInteger(), server_default="0", nullable=False)
    )
    op.execute(_MEASURE)


def downgrade() -> None:
    op.drop_column("run", "storage_bytes")
