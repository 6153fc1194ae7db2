"""The overview of a result: what one row of a list shows of it.

It is made while the run is computed, from the chunks that pass by, so that a list of runs never
opens a series. Rates are on the wire.
"""

from typing import Any, Final

from pydantic import BaseModel, ConfigDict, Field

Overview = dict[str, Any]
"""An `OverviewRead` as it is stored."""

MAX_POINTS: Final = 40
MAX_GROUPS: Final = 6
"""As many as there are hues; the groups behind them are put together."""


class OverviewModel(BaseModel):
    """Closed, as the result is."""

    model_config = ConfigDict(extra="forbid")


class OverviewGroup(OverviewModel):
    """What the flows of a group got together."""

    group_index: int | None = Field(description="null: all groups from the seventh on together.")
    flow_count: int
    throughput_bps: float = Field(description="Sum of its flows over the measurement window.")
    share_ratio: float | None = Field(description="Of what all flows got; null if that is none.")
    sparkline_bps: list[float] = Field(
        description="Mean throughput of all its flows in each part of the run, from its start."
    )


class OverviewRead(OverviewModel):
    """Who got what, at a glance."""

    point_s: float = Field(description="Length of one part of the sparklines.")
    groups: list[OverviewGroup]
