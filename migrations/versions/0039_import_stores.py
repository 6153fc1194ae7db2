"""take runs that were computed elsewhere into an experiment

On the way back numbers that were brought stay, as numbers like any others.
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import ARRAY

revision = "0039"
down_revision = "0038"
branch_labels = None
depends_on = None


def upgrade() -> None:
    _create_imports()
    _create_units()
    op.add_column(
        "experiment",
        sa.Column("import_ids", ARRAY(sa.Uuid()), server_default="{}", nullable=False),
    )
    op.add_column("cell_result", sa.Column("import_id", sa.Uuid(), nullable=True))
    op.create_foreign_key(
        op.f("fk_cell_result_import_id_store_import"),
        "cell_result",
        "store_import",
        ["import_id"],
        ["id"],
    )
    op.create_index(
        "ix_cell_result_import_id",
        "cell_result",
        ["import_id"],
        postgresql_where=sa.text("import_id IS NOT NULL"),
    )


def downgrade() -> None:
    op.drop_column("cell_result", "import_id")
    op.drop_column("experiment", "import_ids")
    op.drop_table("imported_unit")
    op.drop_table("store_import")


def _create_imports() -> None:
    op.create_table(
        "store_import",
        sa.Column("id", sa.Uuid(), server_default=sa.text("uuidv7()"), nullable=False),
        sa.Column("experiment_id", sa.Uuid(), nullable=True),
        sa.Column("status", sa.Text(), server_default="open", nullable=False),
        sa.Column("computed_by", sa.Text(), nullable=False),
        sa.Column("behaviour_version", sa.BigInteger(), nullable=False),
        sa.Column("core_version", sa.Text(), nullable=False),
        sa.Column("layouts", sa.JSON(), nullable=False),
        sa.Column("check_ratio", sa.Double(), nullable=False),
        sa.Column("lot", sa.Text(), nullable=True),
        sa.Column("units_sha256", sa.Text(), nullable=True),
        sa.Column("unit_count", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("drawn_count", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("compared_count", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("reason", sa.Text(), nullable=True),
        _now("created_at"),
        _now("changed_at"),
        sa.CheckConstraint(
            "status IN ('open', 'checking', 'accepted', 'refused')",
            name=op.f("ck_store_import_status"),
        ),
        sa.CheckConstraint(
            "check_ratio > 0 AND check_ratio <= 1", name=op.f("ck_store_import_check_ratio")
        ),
        sa.CheckConstraint(
            "(status = 'open') = (lot IS NULL)", name=op.f("ck_store_import_lot_once_sent")
        ),
        sa.CheckConstraint(
            "(status = 'refused') = (reason IS NOT NULL)",
            name=op.f("ck_store_import_reason_if_refused"),
        ),
        sa.ForeignKeyConstraint(
            ["experiment_id"],
            ["experiment.id"],
            name=op.f("fk_store_import_experiment_id_experiment"),
            ondelete="SET NULL",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_store_import")),
    )
    op.create_index("ix_store_import_experiment_id", "store_import", ["experiment_id"])
    op.create_index(
        "uq_store_import_open",
        "store_import",
        ["experiment_id"],
        unique=True,
        postgresql_where=sa.text("status IN ('open', 'checking')"),
    )


def _create_units() -> None:
    op.create_table(
        "imported_unit",
        sa.Column("import_id", sa.Uuid(), nullable=False),
        sa.Column("scenario_digest", sa.Text(), nullable=False),
        sa.Column("seed", sa.BigInteger(), nullable=False),
        sa.Column("summary_digest", sa.Text(), nullable=False),
        sa.Column("layout_index", sa.BigInteger(), nullable=False),
        sa.Column("values", ARRAY(sa.Double()), nullable=False),
        sa.Column("is_drawn", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.ForeignKeyConstraint(
            ["import_id"],
            ["store_import.id"],
            name=op.f("fk_imported_unit_import_id_store_import"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint(
            "import_id", "scenario_digest", "seed", name=op.f("pk_imported_unit")
        ),
    )


def _now(name: str) -> sa.Column[object]:
    return sa.Column(
        name, sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False
    )
