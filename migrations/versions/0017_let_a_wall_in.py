"""keep a key that shows the wall of a class, and whether its students may read the solutions"""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("classroom", sa.Column("wall_key_hash", sa.LargeBinary(), nullable=True))
    op.add_column(
        "classroom",
        sa.Column("shows_solutions", sa.Boolean(), server_default=sa.text("false"), nullable=False),
    )


def downgrade() -> None:
    op.drop_column("classroom", "shows_solutions")
    op.drop_column("classroom", "wall_key_hash")
