"""The imports of an experiment, as its page shows them."""

from datetime import datetime
from typing import TYPE_CHECKING, Self
from uuid import UUID

from pydantic import BaseModel, Field

from lab.experiments.states import ImportStatus

if TYPE_CHECKING:
    # A page without a server has no models.
    from lab.models import StoreImport


class ImportRead(BaseModel):
    """Imported runs, and the state of their check."""

    id: UUID
    status: ImportStatus = Field(
        description="open: parts may be sent; checking: workers of the lab compute the drawn runs."
    )
    computed_by: str
    core_version: str
    behaviour_version: int
    check_ratio: float
    lot: str | None = Field(
        description="Drawn by the lab when all runs were there. It computes those again whose "
        'SHA-256 of "LOT:SCENARIO DIGEST:SEED" is smallest, the share check_ratio of them, and one '
        "of each list of numbers."
    )
    units_sha256: str | None = Field(
        description="Of the runs that were new here: lines of scenario digest, seed and summary "
        "digest, sorted."
    )
    unit_count: int = Field(description="Imported runs that were new here.")
    drawn_count: int
    compared_count: int = Field(
        description="Runs of these that workers of the lab have computed as well, and found equal."
    )
    reason: str | None = Field(description="Why it is refused: the first cell and seed.")
    created_at: datetime

    @classmethod
    def of(cls, imported: "StoreImport") -> Self:
        """A row."""
        return cls.model_validate(imported, from_attributes=True)
