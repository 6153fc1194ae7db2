"""add experiments: cells, batches of work, failures, and the numbers of units"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    _create_experiment()
    _create_number_layout()
    _create_cell_result()
    _create_experiment_batch()
    _create_experiment_cell()
    _create_experiment_failure()


def downgrade() -> None:
    op.drop_table("experiment_failure")
    op.drop_table("experiment_cell")
    op.drop_table("experiment_batch")
    op.drop_table("cell_result")
    op.drop_table("number_layout")
    op.drop_table("experiment")


def _create_experiment() -> None:
    op.create_table(
        "experiment",
        sa.Column("id", sa.Uuid(), server_default=sa.text("uuidv7()"), nullable=False),
        sa.Column("owner_key_hash", sa.LargeBinary(), nullable=True),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("searched_text", sa.Text(), nullable=False),
        sa.Column("paper", sa.Text(), nullable=True),
        sa.Column("definition", sa.JSON(), nullable=False),
        sa.Column("status", sa.Text(), server_default="running", nullable=False),
        sa.Column("core_version", sa.Text(), nullable=True),
        sa.Column("first_seed", sa.BigInteger(), nullable=False),
        sa.Column("replication_count", sa.BigInteger(), nullable=False),
        sa.Column("cell_count", sa.BigInteger(), nullable=False),
        sa.Column("unit_count", sa.BigInteger(), nullable=False),
        sa.Column("predicted_packets", sa.BigInteger(), nullable=False),
        sa.Column("done_count", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("stored_count", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("failed_count", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("revision", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint(
            "(status IN ('done', 'cancelled')) = (finished_at IS NOT NULL)",
            name=op.f("ck_experiment_finished_when_over"),
        ),
        sa.CheckConstraint(
            "status IN ('running', 'paused', 'done', 'cancelled')",
            name=op.f("ck_experiment_status"),
        ),
        sa.CheckConstraint(
            "cell_count > 0 AND unit_count = cell_count * replication_count",
            name=op.f("ck_experiment_unit_count"),
        ),
        sa.CheckConstraint(
            "first_seed >= 0 AND replication_count > 0"
            " AND first_seed + replication_count <= 9007199254740992",
            name=op.f("ck_experiment_seeds"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_experiment")),
        sa.UniqueConstraint("paper", name=op.f("uq_experiment_paper")),
        postgresql_with={"fillfactor": 70},
    )
    op.create_index(
        "ix_experiment_owner",
        "experiment",
        ["owner_key_hash", sa.literal_column("created_at DESC"), sa.literal_column("id DESC")],
    )
    op.create_index(
        "ix_experiment_running",
        "experiment",
        ["id"],
        postgresql_where=sa.text("status = 'running'"),
    )


def _create_number_layout() -> None:
    op.create_table(
        "number_layout",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("names_digest", sa.Text(), nullable=False),
        sa.Column("names", postgresql.ARRAY(sa.Text()), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_number_layout")),
        sa.UniqueConstraint("names_digest", name=op.f("uq_number_layout_names_digest")),
    )


def _create_cell_result() -> None:
    op.create_table(
        "cell_result",
        sa.Column("scenario_digest", sa.Text(), nullable=False),
        sa.Column("seed", sa.BigInteger(), nullable=False),
        sa.Column("core_version", sa.Text(), nullable=False),
        sa.Column("summary_digest", sa.Text(), nullable=False),
        sa.Column("layout_id", sa.BigInteger(), nullable=False),
        sa.Column("values", postgresql.ARRAY(sa.Double()), nullable=False),
        sa.ForeignKeyConstraint(
            ["layout_id"], ["number_layout.id"], name=op.f("fk_cell_result_layout_id_number_layout")
        ),
        sa.PrimaryKeyConstraint(
            "scenario_digest", "seed", "core_version", name=op.f("pk_cell_result")
        ),
    )


def _create_experiment_batch() -> None:
    op.create_table(
        "experiment_batch",
        sa.Column("id", sa.Uuid(), server_default=sa.text("uuidv7()"), nullable=False),
        sa.Column("experiment_id", sa.Uuid(), nullable=False),
        sa.Column("cell_indices", postgresql.ARRAY(sa.BigInteger()), nullable=False),
        sa.Column("seeds", postgresql.ARRAY(sa.BigInteger()), nullable=False),
        sa.Column("predicted_packets", sa.BigInteger(), nullable=False),
        sa.Column("status", sa.Text(), server_default="queued", nullable=False),
        sa.Column("attempt", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("claimed_by", sa.Text(), nullable=True),
        sa.Column("heartbeat_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("rung_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("done_count", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint(
            "(status = 'running') = (claimed_by IS NOT NULL)",
            name=op.f("ck_experiment_batch_claimed_while_running"),
        ),
        sa.CheckConstraint(
            "(status IN ('done', 'failed')) = (finished_at IS NOT NULL)",
            name=op.f("ck_experiment_batch_finished_when_over"),
        ),
        sa.CheckConstraint(
            "status IN ('queued', 'running', 'done', 'failed')",
            name=op.f("ck_experiment_batch_status"),
        ),
        sa.CheckConstraint(
            "cardinality(cell_indices) > 0 AND cardinality(cell_indices) = cardinality(seeds)",
            name=op.f("ck_experiment_batch_one_seed_per_cell"),
        ),
        sa.CheckConstraint(
            "done_count >= 0 AND done_count <= cardinality(seeds)",
            name=op.f("ck_experiment_batch_done_count"),
        ),
        sa.ForeignKeyConstraint(
            ["experiment_id"],
            ["experiment.id"],
            name=op.f("fk_experiment_batch_experiment_id_experiment"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_experiment_batch")),
        postgresql_with={"fillfactor": 70},
    )
    _index_experiment_batch()


def _index_experiment_batch() -> None:
    op.create_index(
        "ix_experiment_batch_experiment_id_finished_at",
        "experiment_batch",
        ["experiment_id", "finished_at"],
    )
    op.create_index(
        "ix_experiment_batch_queued",
        "experiment_batch",
        ["experiment_id", "id"],
        postgresql_where=sa.text("status = 'queued' AND rung_at IS NULL"),
    )
    op.create_index(
        "ix_experiment_batch_rung",
        "experiment_batch",
        ["rung_at"],
        postgresql_where=sa.text("status = 'queued' AND rung_at IS NOT NULL"),
    )
    op.create_index(
        "ix_experiment_batch_running",
        "experiment_batch",
        ["heartbeat_at"],
        postgresql_where=sa.text("status = 'running'"),
    )


def _create_experiment_cell() -> None:
    op.create_table(
        "experiment_cell",
        sa.Column("experiment_id", sa.Uuid(), nullable=False),
        sa.Column("cell_index", sa.BigInteger(), nullable=False),
        sa.Column("scenario_digest", sa.Text(), nullable=False),
        sa.Column("predicted_packets", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["experiment_id"],
            ["experiment.id"],
            name=op.f("fk_experiment_cell_experiment_id_experiment"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("experiment_id", "cell_index", name=op.f("pk_experiment_cell")),
    )
    op.create_index("ix_experiment_cell_scenario_digest", "experiment_cell", ["scenario_digest"])


def _create_experiment_failure() -> None:
    op.create_table(
        "experiment_failure",
        sa.Column("experiment_id", sa.Uuid(), nullable=False),
        sa.Column("cell_index", sa.BigInteger(), nullable=False),
        sa.Column("seed", sa.BigInteger(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("core_version", sa.Text(), nullable=False),
        sa.Column(
            "failed_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False
        ),
        sa.ForeignKeyConstraint(
            ["experiment_id"],
            ["experiment.id"],
            name=op.f("fk_experiment_failure_experiment_id_experiment"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint(
            "experiment_id", "cell_index", "seed", name=op.f("pk_experiment_failure")
        ),
    )
