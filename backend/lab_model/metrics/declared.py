"""One entry of the table, and the entries that the core declares."""

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Literal

from lab_model.metrics.quantities import QUANTITIES, Quantity

Direction = Literal["fair", "more", "less"]
"""Which way a number is better. fair: the nearer to the fair value."""


@dataclass(frozen=True)
class MetricDeclaration:
    """What a number of a run, or one series, is called and means."""

    name: str
    """In the data, everywhere. The last word is the unit."""
    subject: str
    """What it describes: flow, link, fairness (between flows), run or group."""
    kind: str
    """summary (of the measurement window) or series (of each sample interval)."""
    title: str
    """The title of a row, an axis or a line: `RTT, 95th percentile`."""
    quantity: str
    """A key of `QUANTITIES`."""
    unit: str
    """The unit as people write it; empty: a plain number."""
    aggregation: str
    """How it comes from the window or the interval: `mean_over_time`, `total`, ..."""
    definition: str
    """One sentence."""
    source: str = ""
    """The publication of the definition."""
    fair: float | None = None
    """The value at which everybody gets the same; None if the number says nothing of that."""
    pane: str = ""
    """The pane in which the interface draws a series."""
    is_digested: bool = True
    """Whether `summary_digest` covers it: those of the first table only."""
    is_optional: bool = False
    """Only some flows have it."""
    phrase: str = ""
    """Of a summary: the subject of a sentence, one thing, to which ` of CUBIC` can be added."""
    better: Literal["more", "less"] | None = None
    """Of a number without a fair value; None: it is a fact and no merit."""

    @property
    def heading(self) -> str:
        """The title where it begins a line."""
        return self.title[0].upper() + self.title[1:]

    @property
    def explanation(self) -> str:
        """The definition with its source."""
        return f"{self.definition[:-1]} ({self.source})." if self.source else self.definition

    @property
    def shown(self) -> Quantity:
        """Display unit and range."""
        return QUANTITIES[self.quantity]

    @property
    def direction(self) -> Direction | None:
        """Which way it is better; None: neither."""
        return self.better if self.fair is None else "fair"

    @property
    def is_ratio(self) -> bool:
        """Whether 1/2 is as far from 1 as 2 is: it is then averaged and drawn by logarithms."""
        return self.quantity == "factor"

    @property
    def is_whole(self) -> bool:
        """A count: whole numbers."""
        return self.quantity in ("packets", "count")


@cache
def core_metrics() -> tuple[MetricDeclaration, ...]:
    """The committed list, in the order of results, read once per process."""
    text = files("lab_model.metrics").joinpath("metrics.json").read_text(encoding="utf-8")
    return tuple(MetricDeclaration(**entry) for entry in json.loads(text)["metrics"])
