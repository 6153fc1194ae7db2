"""rename an attempt's lab, count the notices to students, and keep what a wall shows"""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.alter_column("lab_attempt", "template_id", new_column_name="lab_id")
    op.add_column(
        "class_student",
        sa.Column("told_count", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
    )
    op.add_column("classroom", sa.Column("wall_step_id", sa.Text(), nullable=True))
    op.add_column(
        "classroom",
        sa.Column(
            "revealed_step_ids",
            sa.ARRAY(sa.Text()),
            server_default=sa.text("'{}'::text[]"),
            nullable=False,
        ),
    )
    op.add_column(
        "classroom",
        sa.Column("wall_revision", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
    )


def downgrade() -> None:
    op.drop_column("classroom", "wall_revision")
    op.drop_column("classroom", "revealed_step_ids")
    op.drop_column("classroom", "wall_step_id")
    op.drop_column("class_student", "told_count")
    op.alter_column("lab_attempt", "lab_id", new_column_name="template_id")
