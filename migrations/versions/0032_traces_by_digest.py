"""store traces of links once, by digest

Runs that are there keep theirs in the scenario. On the way back every trace returns to its runs.
"""

import sqlalchemy as sa
from alembic import op

revision = "0032"
down_revision = "0031"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "link_trace",
        sa.Column("sha256", sa.Text(), nullable=False),
        sa.Column("opportunities_ms", sa.Text(), nullable=False),
        sa.Column(
            "used_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.CheckConstraint("sha256 ~ '^[0-9a-f]{64}$'", name=op.f("ck_link_trace_sha256")),
        sa.PrimaryKeyConstraint("sha256", name=op.f("pk_link_trace")),
    )
    op.add_column("run", sa.Column("trace_sha256", sa.Text()))
    op.create_foreign_key(
        op.f("fk_run_trace_sha256_link_trace"), "run", "link_trace", ["trace_sha256"], ["sha256"]
    )
    op.create_index(
        "ix_run_trace_sha256",
        "run",
        ["trace_sha256"],
        postgresql_where=sa.text("trace_sha256 IS NOT NULL"),
    )


def downgrade() -> None:
    op.execute(
        sa.text(
            "UPDATE run SET scenario = regexp_replace(run.scenario::text,"
            " '\"opportunities_ms\":\\s*\\[\\]',"
            " '\"opportunities_ms\"\\: ' || link_trace.opportunities_ms)::json"
            " FROM link_trace WHERE link_trace.sha256 = run.trace_sha256"
        )
    )
    op.drop_column("run", "trace_sha256")
    op.drop_table("link_trace")
