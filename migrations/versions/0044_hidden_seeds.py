"""judge a goal of a lab with hidden seeds, too"""

import sqlalchemy as sa
from alembic import op

revision = "0044"
down_revision = "0043"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("lab_run", sa.Column("hidden_of", sa.Uuid(), nullable=True))
    op.create_foreign_key(
        op.f("fk_lab_run_hidden_of_lab_run"),
        "lab_run",
        "lab_run",
        ["hidden_of"],
        ["run_id"],
        ondelete="CASCADE",
    )
    op.create_index(
        "ix_lab_run_hidden_of",
        "lab_run",
        ["hidden_of"],
        postgresql_where=sa.text("hidden_of IS NOT NULL"),
    )


def downgrade() -> None:
    # What judged nothing but a goal is nothing without it.
    op.execute(
        "DELETE FROM run WHERE id IN (SELECT run_id FROM lab_run WHERE hidden_of IS NOT NULL)"
    )
    op.drop_column("lab_run", "hidden_of")
