"""add labs that people write, and their published versions"""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

_NOW = sa.text("now()")


def upgrade() -> None:
    op.create_table(
        "lab_document",
        sa.Column("id", sa.Uuid(), server_default=sa.text("uuidv7()"), nullable=False),
        sa.Column("owner_key_hash", sa.LargeBinary(), nullable=False),
        sa.Column("draft", sa.JSON(), nullable=False),
        sa.Column("revision", sa.BigInteger(), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), server_default=_NOW, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_lab_document")),
    )
    op.create_index(
        "ix_lab_document_owner",
        "lab_document",
        ["owner_key_hash", sa.text("updated_at DESC"), sa.text("id DESC")],
    )
    op.create_table(
        "lab_version",
        sa.Column("document_id", sa.Uuid(), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("lab", sa.JSON(), nullable=False),
        sa.Column("published_at", sa.DateTime(timezone=True), server_default=_NOW, nullable=False),
        sa.ForeignKeyConstraint(
            ["document_id"],
            ["lab_document.id"],
            name=op.f("fk_lab_version_document_id_lab_document"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("document_id", "number", name=op.f("pk_lab_version")),
    )


def downgrade() -> None:
    op.drop_table("lab_version")
    op.drop_table("lab_document")
