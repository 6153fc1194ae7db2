"""know who joins a class again, bound its students, and hold back what is right"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "classroom",
        sa.Column(
            "left_browser_hashes",
            postgresql.ARRAY(sa.LargeBinary()),
            server_default=sa.text("'{}'::bytea[]"),
            nullable=False,
        ),
    )
    op.add_column("classroom", sa.Column("most_students", sa.BigInteger(), nullable=True))
    op.add_column(
        "classroom",
        sa.Column(
            "holds_back_right", sa.Boolean(), server_default=sa.text("false"), nullable=False
        ),
    )
    op.add_column(
        "class_student",
        sa.Column("rejoin_count", sa.BigInteger(), server_default="0", nullable=False),
    )
    op.add_column(
        "class_identifier", sa.Column("left_at", sa.DateTime(timezone=True), nullable=True)
    )


def downgrade() -> None:
    op.drop_column("class_identifier", "left_at")
    op.drop_column("class_student", "rejoin_count")
    op.drop_column("classroom", "holds_back_right")
    op.drop_column("classroom", "most_students")
    op.drop_column("classroom", "left_browser_hashes")
