"""The curves of one run, thinned for a drawing of a few centimetres."""

import math
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from lab_exec import Chunk, run_scenario
from lab_model.presets import Thumbnail, ThumbnailLine
from lab_model.scenarios import Scenario, buffer_bytes, derive
from lab_model.scenarios.computed.link_rate import is_constant

MOST_POINTS: Final = 60
DIGITS: Final = 4

METRICS: Final = {"throughput": "throughput_bps", "rtt": "rtt_s"}


def thumbnail(scenario: Scenario, seed: int, plot: Literal["throughput", "rtt"]) -> Thumbnail:
    """Runs it once more with series and averages them over at most 60 intervals.

    Throughput is that of a group's flows together, RTT the mean of them.
    """
    metric = METRICS[plot]
    samples = _samples(scenario, seed, metric)
    width = -(-samples.shape[1] // MOST_POINTS)
    lines: list[ThumbnailLine] = []
    first = 0
    for index, group in enumerate(scenario.flows):
        flows = samples[first : first + group.count]
        first += group.count
        values = _thinned(flows, width, len(flows) if plot == "throughput" else 1)
        lines.append(ThumbnailLine(label=group.label, group_index=index, values=values))
    top, reference = _references(scenario, plot)
    return Thumbnail(
        metric=metric,
        interval_s=width * scenario.sample_interval_s,
        top=top,
        reference=reference,
        lines=lines,
    )


def _samples(scenario: Scenario, seed: int, metric: str) -> NDArray[np.float64]:
    """One row for each flow, one column for each sample."""
    chunks: list[NDArray[np.float64]] = []

    def take(chunk: Chunk) -> None:
        rows = [item.columns[metric] for item in chunk.subjects if item.subject == "flow"]
        chunks.append(np.array(rows))

    run_scenario(scenario, seed, on_chunk=take)
    return np.concatenate(chunks, axis=1)


def _thinned(flows: NDArray[np.float64], width: int, factor: int) -> list[float | None]:
    values: list[float | None] = []
    for start in range(0, flows.shape[1], width):
        part = flows[:, start : start + width]
        known = part[np.isfinite(part)]
        values.append(float(f"{known.mean() * factor:.{DIGITS}g}") if len(known) else None)
    return values


def group_dues_bps(scenario: Scenario) -> list[float]:
    """The fair share of each group's flows together (docs/metrics.md), while they are active."""
    due = derive(scenario).groups
    return [group.count * of.fair_share_bps for group, of in zip(scenario.flows, due, strict=True)]


def _references(
    scenario: Scenario, plot: Literal["throughput", "rtt"]
) -> tuple[float, float | None]:
    """Top of the drawing and its dotted line: see `Thumbnail`."""
    rate_bps = scenario.bottleneck.rate_bps
    if plot == "throughput" and not is_constant(scenario.bottleneck):
        return derive(scenario).highest_rate_bps, None
    if plot == "throughput":
        first_bps, *others_bps = group_dues_bps(scenario)
        is_common = all(math.isclose(first_bps, due_bps) for due_bps in others_bps)
        return rate_bps, first_bps if others_bps and is_common else None
    base_rtt_s = min(group.rtt_s for group in scenario.flows)
    return base_rtt_s + buffer_bytes(scenario) * 8 / rate_bps, base_rtt_s
