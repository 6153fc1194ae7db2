"""keep what is said of a result in sentences"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import ARRAY

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "result_words",
        sa.Column("result_id", sa.Uuid(), nullable=False),
        sa.Column("rules_digest", sa.Text(), nullable=False),
        sa.Column("text_digest", sa.Text(), nullable=False),
        sa.Column("phenomena", sa.Text(), nullable=False),
        sa.Column("first_flows", ARRAY(sa.BigInteger()), nullable=False),
        sa.Column("chain_flows", ARRAY(sa.BigInteger()), nullable=False),
        sa.Column("chains", ARRAY(sa.Text()), nullable=False),
        sa.ForeignKeyConstraint(
            ["result_id"],
            ["result.id"],
            name=op.f("fk_result_words_result_id_result"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("result_id", name=op.f("pk_result_words")),
    )


def downgrade() -> None:
    op.drop_table("result_words")
