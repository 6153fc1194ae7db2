"""The names of an array of numbers."""

from sqlalchemy import Identity, Text, UniqueConstraint
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Mapped, mapped_column

from lab.models.base import Base


class NumberLayout(Base):
    """Thousands of results have the same names: they are written once, in this row."""

    __tablename__ = "number_layout"
    __table_args__ = (UniqueConstraint("names_digest"),)

    id: Mapped[int] = mapped_column(Identity(always=True), primary_key=True)
    names_digest: Mapped[str]
    """SHA-256 (hex) of the names in their order, one per line."""
    names: Mapped[list[str]] = mapped_column(ARRAY(Text))
