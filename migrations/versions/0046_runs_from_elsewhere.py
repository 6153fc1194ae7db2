"""let workers elsewhere compute single runs, which are computed again by lot"""

import sqlalchemy as sa
from alembic import op

revision = "0046"
down_revision = "0045"
branch_labels = None
depends_on = None

_SUBJECT = "ck_packet_window_subject"


def _name_subjects(*names: str) -> None:
    op.drop_constraint(op.f(_SUBJECT), "packet_window", type_="check")
    listed = ", ".join(f"'{name}'" for name in names)
    op.create_check_constraint(op.f(_SUBJECT), "packet_window", f"subject IN ({listed})")


def upgrade() -> None:
    op.add_column(
        "worker_token",
        sa.Column("takes_runs", sa.Boolean(), server_default=sa.text("false"), nullable=False),
    )
    op.create_check_constraint(
        op.f("ck_worker_token_runs_of_all"),
        "worker_token",
        "NOT takes_runs OR experiment_id IS NULL",
    )
    op.create_table(
        "remote_run",
        sa.Column("result_id", sa.Uuid(), nullable=False),
        sa.Column("token_id", sa.Uuid(), nullable=False),
        sa.Column("is_drawn", sa.Boolean(), nullable=False),
        sa.Column(
            "reported_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.Column("checked_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("is_equal", sa.Boolean(), nullable=True),
        sa.CheckConstraint(
            "(checked_at IS NULL) = (is_equal IS NULL)",
            name=op.f("ck_remote_run_equal_when_checked"),
        ),
        sa.ForeignKeyConstraint(
            ["result_id"],
            ["result.id"],
            name=op.f("fk_remote_run_result_id_result"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["token_id"],
            ["worker_token.id"],
            name=op.f("fk_remote_run_token_id_worker_token"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("result_id", name=op.f("pk_remote_run")),
    )
    op.create_index("ix_remote_run_token_id", "remote_run", ["token_id"])
    _name_subjects("packets", "causes", "check")


def downgrade() -> None:
    op.execute("DELETE FROM packet_window WHERE subject = 'check'")
    _name_subjects("packets", "causes")
    op.drop_table("remote_run")
    op.drop_constraint(op.f("ck_worker_token_runs_of_all"), "worker_token", type_="check")
    op.drop_column("worker_token", "takes_runs")
