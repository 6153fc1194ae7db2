"""let workers compute over HTTP with a token, and check what they send"""

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None


def _time(name: str, **options: object) -> sa.Column[object]:
    return sa.Column(name, sa.DateTime(timezone=True), **options)  # type: ignore[arg-type]


def _index_queued(*columns: str | sa.TextClause) -> None:
    op.drop_index("ix_experiment_batch_queued", table_name="experiment_batch")
    op.create_index(
        "ix_experiment_batch_queued",
        "experiment_batch",
        list(columns),
        postgresql_where=sa.text("status = 'queued' AND enqueued_at IS NULL"),
    )


def upgrade() -> None:
    op.create_table(
        "worker_token",
        sa.Column("id", sa.Uuid(), server_default=sa.text("uuidv7()"), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("token_hash", sa.LargeBinary(), nullable=False),
        sa.Column("experiment_id", sa.Uuid(), nullable=True),
        _time("created_at", server_default=sa.text("now()"), nullable=False),
        _time("expires_at", nullable=False),
        _time("revoked_at", nullable=True),
        _time("last_used_at", nullable=True),
        _time("distrusted_at", nullable=True),
        sa.CheckConstraint(
            "distrusted_at IS NULL OR revoked_at IS NOT NULL",
            name=op.f("ck_worker_token_distrusted_is_revoked"),
        ),
        sa.ForeignKeyConstraint(
            ["experiment_id"],
            ["experiment.id"],
            name=op.f("fk_worker_token_experiment_id_experiment"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_worker_token")),
        sa.UniqueConstraint("name", name=op.f("uq_worker_token_name")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_worker_token_token_hash")),
    )
    op.create_table(
        "remote_unit",
        sa.Column("scenario_digest", sa.Text(), nullable=False),
        sa.Column("seed", sa.BigInteger(), nullable=False),
        sa.Column("behaviour_version", sa.BigInteger(), nullable=False),
        sa.Column("token_id", sa.Uuid(), nullable=False),
        sa.Column("batch_id", sa.Uuid(), nullable=False),
        sa.Column("summary_digest", sa.Text(), nullable=False),
        sa.Column("numbers_digest", sa.Text(), nullable=False),
        sa.Column("is_used", sa.Boolean(), nullable=False),
        _time("reported_at", server_default=sa.text("now()"), nullable=False),
        _time("checked_at", nullable=True),
        sa.Column("is_equal", sa.Boolean(), nullable=True),
        sa.CheckConstraint(
            "(checked_at IS NULL) = (is_equal IS NULL)",
            name=op.f("ck_remote_unit_equal_when_checked"),
        ),
        sa.ForeignKeyConstraint(
            ["token_id"],
            ["worker_token.id"],
            name=op.f("fk_remote_unit_token_id_worker_token"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint(
            "scenario_digest", "seed", "behaviour_version", name=op.f("pk_remote_unit")
        ),
    )
    op.create_index("ix_remote_unit_token_id_checked_at", "remote_unit", ["token_id", "checked_at"])
    op.create_index(
        "ix_remote_unit_unchecked",
        "remote_unit",
        ["token_id"],
        postgresql_where=sa.text("checked_at IS NULL AND NOT is_used"),
    )
    op.add_column(
        "experiment_batch",
        sa.Column("is_local", sa.Boolean(), server_default=sa.text("false"), nullable=False),
    )
    _index_queued("experiment_id", sa.text("is_local DESC"), "id")


def downgrade() -> None:
    _index_queued("experiment_id", "id")
    op.drop_column("experiment_batch", "is_local")
    op.drop_table("remote_unit")
    op.drop_table("worker_token")
