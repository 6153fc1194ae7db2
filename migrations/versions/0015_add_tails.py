"""add tails: samples of a chunk that is not full yet"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "series_tail",
        sa.Column("result_id", sa.Uuid(), nullable=False),
        sa.Column("first_sample", sa.BigInteger(), nullable=False),
        sa.Column("part", sa.BigInteger(), nullable=False),
        sa.Column("sample_count", sa.BigInteger(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("subject_indices", postgresql.ARRAY(sa.BigInteger()), nullable=False),
        sa.Column("metrics", postgresql.ARRAY(sa.Text()), nullable=False),
        sa.Column("payloads", postgresql.ARRAY(sa.LargeBinary()), nullable=False),
        sa.CheckConstraint("subject IN ('flow', 'link')", name=op.f("ck_series_tail_subject")),
        sa.CheckConstraint(
            "first_sample >= 0 AND sample_count > 0", name=op.f("ck_series_tail_samples")
        ),
        sa.CheckConstraint(
            "cardinality(payloads) = cardinality(metrics)",
            name=op.f("ck_series_tail_one_payload_per_metric"),
        ),
        sa.ForeignKeyConstraint(
            ["result_id"],
            ["result.id"],
            name=op.f("fk_series_tail_result_id_result"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("result_id", "first_sample", "part", name=op.f("pk_series_tail")),
    )
    # Compressed already, as the chunks are.
    op.execute("ALTER TABLE series_tail ALTER COLUMN payloads SET STORAGE EXTERNAL")
    op.create_table(
        "timeline_tail",
        sa.Column("result_id", sa.Uuid(), nullable=False),
        sa.Column("tail_index", sa.BigInteger(), nullable=False),
        sa.Column("phases", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("open_phases", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("events", sa.JSON(none_as_null=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["result_id"],
            ["result.id"],
            name=op.f("fk_timeline_tail_result_id_result"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("result_id", "tail_index", name=op.f("pk_timeline_tail")),
    )


def downgrade() -> None:
    op.drop_table("timeline_tail")
    op.drop_table("series_tail")
