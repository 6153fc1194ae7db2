"""create tables of runs, results, their series and their events"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    _create_core_build()
    _create_result()
    _create_run()
    _create_series_chunk()
    _create_timeline_chunk()
    _create_run_event()


def downgrade() -> None:
    op.drop_table("run_event")
    op.drop_table("timeline_chunk")
    op.drop_table("series_chunk")
    op.drop_table("run")
    op.drop_table("result")
    op.drop_table("core_build")


def _create_core_build() -> None:
    op.create_table(
        "core_build",
        sa.Column("core_version", sa.Text(), nullable=False),
        sa.Column(
            "registered_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.PrimaryKeyConstraint("core_version", name=op.f("pk_core_build")),
    )


def _create_result() -> None:
    op.create_table(
        "result",
        sa.Column("id", sa.Uuid(), server_default=sa.text("uuidv7()"), nullable=False),
        sa.Column("scenario_digest", sa.Text(), nullable=False),
        sa.Column("seed", sa.BigInteger(), nullable=False),
        sa.Column("core_version", sa.Text(), nullable=False),
        sa.Column("duration_s", sa.Double(), nullable=False),
        sa.Column("sample_interval_s", sa.Double(), nullable=False),
        sa.Column("sample_count", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.Column("done_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("document", sa.JSON(), nullable=True),
        sa.Column("series_digest", sa.Text(), nullable=True),
        sa.Column("summary_digest", sa.Text(), nullable=True),
        sa.Column("simulated_packets", sa.BigInteger(), nullable=True),
        sa.Column("throughput_bps", sa.Double(), nullable=True),
        sa.Column("goodput_bps", sa.Double(), nullable=True),
        sa.Column("utilisation_ratio", sa.Double(), nullable=True),
        sa.Column("retransmit_ratio", sa.Double(), nullable=True),
        sa.Column("mean_queue_bytes", sa.Double(), nullable=True),
        sa.Column("p99_queue_bytes", sa.Double(), nullable=True),
        sa.Column("dropped_packets", sa.BigInteger(), nullable=True),
        sa.Column("randomly_lost_packets", sa.BigInteger(), nullable=True),
        sa.Column("jain_index", sa.Double(), nullable=True),
        sa.Column("goodput_jain_index", sa.Double(), nullable=True),
        sa.Column("throughput_ratio", sa.Double(), nullable=True),
        sa.Column("goodput_ratio", sa.Double(), nullable=True),
        sa.Column("mean_1s_throughput_ratio", sa.Double(), nullable=True),
        sa.Column("mean_1s_goodput_ratio", sa.Double(), nullable=True),
        sa.Column("throughput_stdr", sa.Double(), nullable=True),
        sa.Column("goodput_stdr", sa.Double(), nullable=True),
        sa.CheckConstraint(
            "done_at IS NULL OR (document IS NOT NULL AND series_digest IS NOT NULL"
            " AND summary_digest IS NOT NULL)",
            name=op.f("ck_result_whole_when_done"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_result")),
    )
    op.create_index(
        "uq_result_done",
        "result",
        ["scenario_digest", "seed", "core_version"],
        unique=True,
        postgresql_where=sa.text("done_at IS NOT NULL"),
    )


def _create_run() -> None:
    op.create_table(
        "run",
        sa.Column("id", sa.Uuid(), server_default=sa.text("uuidv7()"), nullable=False),
        sa.Column("owner_key_hash", sa.LargeBinary(), nullable=True),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), server_default="queued", nullable=False),
        sa.Column("queue", sa.Text(), nullable=False),
        sa.Column("seed", sa.BigInteger(), nullable=False),
        sa.Column("scenario", sa.JSON(), nullable=False),
        sa.Column("scenario_digest", sa.Text(), nullable=False),
        sa.Column("duration_s", sa.Double(), nullable=False),
        sa.Column("sample_interval_s", sa.Double(), nullable=False),
        sa.Column("predicted_packets", sa.BigInteger(), nullable=False),
        sa.Column("attempt", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("claimed_by", sa.Text(), nullable=True),
        sa.Column("heartbeat_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("rung_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column(
            "cancel_requested", sa.Boolean(), server_default=sa.text("false"), nullable=False
        ),
        sa.Column("simulated_s", sa.Double(), server_default="0", nullable=False),
        sa.Column("sample_count", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("event_seq", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("error", sa.JSON(), nullable=True),
        sa.Column("result_id", sa.Uuid(), nullable=True),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint(
            "(status = 'failed') = (error IS NOT NULL)", name=op.f("ck_run_error_when_failed")
        ),
        sa.CheckConstraint(
            "(status = 'running') = (claimed_by IS NOT NULL)",
            name=op.f("ck_run_claimed_while_running"),
        ),
        sa.CheckConstraint(
            "(status IN ('done', 'failed', 'cancelled')) = (finished_at IS NOT NULL)",
            name=op.f("ck_run_finished_when_over"),
        ),
        sa.CheckConstraint("queue IN ('interactive', 'batch')", name=op.f("ck_run_queue")),
        sa.CheckConstraint(
            "status <> 'done' OR result_id IS NOT NULL", name=op.f("ck_run_result_when_done")
        ),
        sa.CheckConstraint(
            "status IN ('queued', 'running', 'done', 'failed', 'cancelled')",
            name=op.f("ck_run_status"),
        ),
        sa.CheckConstraint("seed >= 0 AND seed < 9007199254740992", name=op.f("ck_run_seed")),
        sa.ForeignKeyConstraint(["result_id"], ["result.id"], name=op.f("fk_run_result_id_result")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_run")),
        postgresql_with={"fillfactor": 70},
    )
    _index_run()


def _index_run() -> None:
    op.create_index(
        "ix_run_open",
        "run",
        ["status"],
        unique=False,
        postgresql_where=sa.text("status IN ('queued', 'running')"),
    )
    op.create_index(
        "ix_run_owner",
        "run",
        ["owner_key_hash", sa.literal_column("created_at DESC"), sa.literal_column("id DESC")],
        unique=False,
    )
    op.create_index("ix_run_result_id", "run", ["result_id"], unique=False)


def _create_series_chunk() -> None:
    op.create_table(
        "series_chunk",
        sa.Column("result_id", sa.Uuid(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("subject_index", sa.BigInteger(), nullable=False),
        sa.Column("chunk_index", sa.BigInteger(), nullable=False),
        sa.Column("first_sample", sa.BigInteger(), nullable=False),
        sa.Column("sample_count", sa.BigInteger(), nullable=False),
        sa.Column("metrics", postgresql.ARRAY(sa.Text()), nullable=False),
        sa.Column("payloads", postgresql.ARRAY(sa.LargeBinary()), nullable=False),
        sa.Column("minima", postgresql.ARRAY(sa.Double()), nullable=False),
        sa.Column("maxima", postgresql.ARRAY(sa.Double()), nullable=False),
        sa.CheckConstraint("subject IN ('flow', 'link')", name=op.f("ck_series_chunk_subject")),
        sa.CheckConstraint(
            "cardinality(payloads) = cardinality(metrics)"
            " AND cardinality(minima) = cardinality(metrics)"
            " AND cardinality(maxima) = cardinality(metrics)",
            name=op.f("ck_series_chunk_one_payload_per_metric"),
        ),
        sa.CheckConstraint(
            "first_sample >= 0 AND sample_count > 0", name=op.f("ck_series_chunk_samples")
        ),
        sa.ForeignKeyConstraint(
            ["result_id"],
            ["result.id"],
            name=op.f("fk_series_chunk_result_id_result"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint(
            "result_id", "subject", "subject_index", "chunk_index", name=op.f("pk_series_chunk")
        ),
    )
    # Payloads are compressed by the application: do not try again (there is no lz4 everywhere).
    op.execute("ALTER TABLE series_chunk ALTER COLUMN payloads SET STORAGE EXTERNAL")


def _create_timeline_chunk() -> None:
    op.create_table(
        "timeline_chunk",
        sa.Column("result_id", sa.Uuid(), nullable=False),
        sa.Column("chunk_index", sa.BigInteger(), nullable=False),
        sa.Column("start_s", sa.Double(), nullable=False),
        sa.Column("end_s", sa.Double(), nullable=False),
        sa.Column("phases", sa.JSON(), nullable=False),
        sa.Column("events", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(
            ["result_id"],
            ["result.id"],
            name=op.f("fk_timeline_chunk_result_id_result"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("result_id", "chunk_index", name=op.f("pk_timeline_chunk")),
    )


def _create_run_event() -> None:
    op.create_table(
        "run_event",
        sa.Column("run_id", sa.Uuid(), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("attempt", sa.BigInteger(), nullable=False),
        sa.Column("simulated_s", sa.Double(), nullable=False),
        sa.Column("duration_s", sa.Double(), nullable=False),
        sa.Column("sample_count", sa.BigInteger(), nullable=False),
        sa.Column("error", sa.JSON(), nullable=True),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.CheckConstraint("kind IN ('state', 'progress', 'end')", name=op.f("ck_run_event_kind")),
        sa.ForeignKeyConstraint(
            ["run_id"], ["run.id"], name=op.f("fk_run_event_run_id_run"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("run_id", "seq", name=op.f("pk_run_event")),
    )
