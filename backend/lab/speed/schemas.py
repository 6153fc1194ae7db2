"""What the interface of speed gives."""

from pydantic import BaseModel, Field


class SpeedOfSize(BaseModel):
    """Runs of about one size: their predicted packets lie in [from_packets, 2 x from_packets)."""

    from_packets: int
    run_count: int
    packets_per_s: float = Field(
        description="Median over these runs of predicted packets by wall time, from the claim by a "
        "worker to the stored result."
    )


class SpeedRead(BaseModel):
    """Measured speed by size: a small run is mostly start and storage, a large one the core."""

    core_version: str | None
    behaviour_version: int | None
    sizes: list[SpeedOfSize] = Field(description="By size; empty before anything was computed.")
