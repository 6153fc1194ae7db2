"""The description of a metric, over HTTP: of experiments and of comparisons."""

from typing import Literal

from pydantic import BaseModel, Field


class MetricRead(BaseModel):
    """A number that every unit of the experiment has."""

    name: str
    label: str
    phrase: str = Field(description="As the subject of a sentence: `the mean RTT of the elephant`.")
    unit: str = Field(description="SI base unit of the values; empty: a plain number.")
    display_unit: str = Field(description="In which people read it; empty: a plain number.")
    per_display_unit: float = Field(description="Value / this = number in `display_unit`.")
    definition: str
    fair: float | None = Field(description="Its value where all is fair, if it says so.")
    scale: Literal["linear", "logarithmic"]
    average: Literal["arithmetic", "geometric"] = Field(
        description="geometric: mean of the logarithms, transformed back."
    )
    least: float | None = Field(description="No value is smaller; null: there is no such bound.")
    most: float | None = Field(description="No value is larger.")
    better: Literal["fair", "more", "less"] | None = Field(
        description="Which way it is better: nearer to fair, more or less; null: it does not say."
    )
