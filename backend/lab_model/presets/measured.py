"""What `./lab presets --write` measured: one committed JSON file for each preset in `measured/`.

`numbers` there are read here, `seeds` (what all seeds gave, with curves) in `shipped`.
"""

import json
from functools import cache
from importlib.resources import files
from typing import Any, Final

from pydantic import Field

from lab_model.record import Record

MEASURED_FOLDER: Final = files("lab_model.presets").joinpath("measured")


class MeasuredNumber(Record):
    """A number over the seeds."""

    mean: float
    """Arithmetic; of a ratio the geometric one."""
    low: float | None
    """Ends of the 95 % Student-t interval; null where the seeds do not differ."""
    high: float | None
    values: list[float]
    """Of every seed, in the order of `seeds`."""


class Share(Record):
    """What a group of flows got of all throughput, in the run that is drawn."""

    label: str
    share: float
    fair_share: float
    """Its part of what all groups are due, each while it is there (docs/metrics.md)."""


class ThumbnailLine(Record):
    """A curve: the throughput of a group's flows together, or their mean RTT."""

    label: str
    group_index: int
    values: list[float | None]
    """The mean of each interval; null before the flow starts."""


class Thumbnail(Record):
    """The run that is drawn, thinned."""

    metric: str
    """`throughput_bps` or `rtt_s`."""
    interval_s: float
    """Value i covers (i * interval_s, (i + 1) * interval_s]."""
    top: float
    """Where the drawing ends: capacity, or the RTT with a full buffer."""
    reference: float | None
    """The groups' fair share, or the lowest base RTT; null where there is no common one."""
    lines: list[ThumbnailLine]


class MeasuredVariant(Record):
    """One variant over all seeds."""

    scenario_digest: str
    """Of the scenario that was measured: another one needs another measurement."""
    numbers: dict[str, MeasuredNumber]
    shares: list[Share]
    thumbnail: Thumbnail


class MeasuredPreset(Record):
    """One preset over all seeds."""

    behaviour_version: int
    core_version: str
    seeds: list[int] = Field(min_length=1)
    drawn_seed: int
    """The same one in all variants: nearest to their medians."""
    variants: dict[str, MeasuredVariant]


@cache
def load_measured(preset_id: str) -> MeasuredPreset:
    """What is known of a preset. Raises FileNotFoundError if it was never measured."""
    return MeasuredPreset.model_validate(stored_part(preset_id, "numbers"))


def stored_part(preset_id: str, part: str) -> Any:
    """`numbers` or `seeds` of a preset. Raises FileNotFoundError if it was never measured."""
    return json.loads(MEASURED_FOLDER.joinpath(f"{preset_id}.json").read_bytes())[part]
