"""The numbers of a unit: what (scenario, seed, behaviour version) gives, without series."""

from sqlalchemy import Double, ForeignKey
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Mapped, mapped_column

from lab.models.base import Base


class CellResult(Base):
    """Immutable, and shared by all experiments that have the unit. Kept as short as it can be:
    an experiment of 10,000 cells and 20 seeds has 200,000 of these.
    """

    __tablename__ = "cell_result"

    scenario_digest: Mapped[str] = mapped_column(primary_key=True)
    seed: Mapped[int] = mapped_column(primary_key=True)
    behaviour_version: Mapped[int] = mapped_column(primary_key=True)
    core_version: Mapped[str]
    """The build that computed it: for people."""
    summary_digest: Mapped[str]
    layout_id: Mapped[int] = mapped_column(ForeignKey("number_layout.id"))
    values: Mapped[list[float]] = mapped_column(ARRAY(Double))
    """`values[i]` is the number that the layout's `names[i]` says; NaN: the unit has no such."""
