"""add what lists of runs show and search, the expiry of runs without an owner, and drafts"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

# As lab.runs.search writes it: name, algorithms, labels, in lower case, one per line.
SEARCHED_TEXT = """
UPDATE run SET searched_text = E'\\n' || lower(concat_ws(E'\\n',
    name,
    (SELECT string_agg(DISTINCT flow -> 'algorithm' ->> 'name', E'\\n')
       FROM json_array_elements(scenario -> 'flows') AS flow),
    (SELECT left(string_agg(DISTINCT nullif(flow ->> 'label', ''), E'\\n'), 3000)
       FROM json_array_elements(scenario -> 'flows') AS flow)
)) || E'\\n'
"""


def upgrade() -> None:
    op.add_column("run", sa.Column("searched_text", sa.Text(), server_default="", nullable=False))
    op.execute(SEARCHED_TEXT)
    op.alter_column("run", "searched_text", server_default=None)
    op.add_column("result", sa.Column("overview", sa.JSON(), nullable=True))
    op.create_index(
        "ix_run_ownerless",
        "run",
        ["finished_at"],
        postgresql_where=sa.text("owner_key_hash IS NULL AND finished_at IS NOT NULL"),
    )
    op.create_table(
        "draft_bundle",
        sa.Column("owner_key_hash", sa.LargeBinary(), nullable=False),
        sa.Column("revision", sa.BigInteger(), nullable=False),
        sa.Column("drafts", sa.JSON(), nullable=False),
        sa.Column(
            "updated_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.PrimaryKeyConstraint("owner_key_hash", name=op.f("pk_draft_bundle")),
    )
    op.create_index("ix_draft_bundle_updated_at", "draft_bundle", ["updated_at"])


def downgrade() -> None:
    op.drop_table("draft_bundle")
    op.drop_index("ix_run_ownerless", table_name="run")
    op.drop_column("result", "overview")
    op.drop_column("run", "searched_text")
