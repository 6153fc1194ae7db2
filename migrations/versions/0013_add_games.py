"""add the secrets and guesses of games"""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("lab_attempt", sa.Column("secret", sa.LargeBinary(), nullable=True))
    # PostgreSQL makes both from its strong random numbers.
    op.execute(
        "UPDATE lab_attempt SET secret ="
        " sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8'))"
    )
    op.alter_column("lab_attempt", "secret", nullable=False)
    op.create_table(
        "lab_guess",
        sa.Column("attempt_id", sa.Uuid(), nullable=False),
        sa.Column("step_id", sa.Text(), nullable=False),
        sa.Column("round", sa.BigInteger(), nullable=False),
        sa.Column("guess", sa.Text(), nullable=False),
        sa.Column(
            "guessed_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.ForeignKeyConstraint(
            ["attempt_id"],
            ["lab_attempt.id"],
            name=op.f("fk_lab_guess_attempt_id_lab_attempt"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("attempt_id", "step_id", "round", name=op.f("pk_lab_guess")),
    )


def downgrade() -> None:
    op.drop_table("lab_guess")
    op.drop_column("lab_attempt", "secret")
