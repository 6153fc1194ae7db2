"""share experiments and comparisons, and say what work was forked from"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

_KINDS = "kind IN ('runs', 'comparison', 'experiment')"
_KINDS_BEFORE = "kind IN ('runs', 'experiment')"


def upgrade() -> None:
    op.drop_constraint(op.f("ck_share_kind"), "share", type_="check")
    op.create_check_constraint(op.f("ck_share_kind"), "share", _KINDS)
    op.add_column("share", sa.Column("comparison", sa.JSON(), nullable=True))
    op.create_check_constraint(
        op.f("ck_share_comparison"), "share", "(kind = 'comparison') = (comparison IS NOT NULL)"
    )
    for table in ("run", "experiment"):
        op.add_column(table, sa.Column("forked_from", sa.Text(), nullable=True))
    op.add_column("experiment", sa.Column("share_id", sa.Uuid(), nullable=True))
    op.add_column("experiment", sa.Column("share_position", sa.BigInteger(), nullable=True))
    op.create_foreign_key(
        op.f("fk_experiment_share_id_share"), "experiment", "share", ["share_id"], ["id"]
    )
    op.create_check_constraint(
        op.f("ck_experiment_shared_is_done"),
        "experiment",
        "(share_id IS NULL) = (share_position IS NULL)"
        " AND (share_id IS NULL OR (status = 'done' AND owner_key_hash IS NULL AND paper IS NULL))",
    )
    op.create_index(
        "uq_experiment_share",
        "experiment",
        ["share_id", "share_position"],
        unique=True,
        postgresql_where=sa.text("share_id IS NOT NULL"),
    )


def downgrade() -> None:
    # What such links show goes with them: their copies, and numbers that only those held.
    op.execute("DELETE FROM experiment WHERE share_id IS NOT NULL")
    op.execute(
        "DELETE FROM cell_result WHERE NOT EXISTS (SELECT FROM experiment_cell"
        " WHERE experiment_cell.scenario_digest = cell_result.scenario_digest)"
    )
    op.execute("DELETE FROM run USING share WHERE share_id = share.id AND kind = 'comparison'")
    op.execute("DELETE FROM share WHERE kind <> 'runs'")
    op.drop_index("uq_experiment_share", "experiment")
    op.drop_constraint(op.f("ck_experiment_shared_is_done"), "experiment", type_="check")
    op.drop_constraint(op.f("fk_experiment_share_id_share"), "experiment", type_="foreignkey")
    op.drop_column("experiment", "share_position")
    op.drop_column("experiment", "share_id")
    for table in ("run", "experiment"):
        op.drop_column(table, "forked_from")
    op.drop_constraint(op.f("ck_share_comparison"), "share", type_="check")
    op.drop_column("share", "comparison")
    op.drop_constraint(op.f("ck_share_kind"), "share", type_="check")
    op.create_check_constraint(op.f("ck_share_kind"), "share", _KINDS_BEFORE)
