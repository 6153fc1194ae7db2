"""Curves of runs as pictures of a page that nothing is loaded into."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

import numpy as np
from numpy.typing import NDArray

from lab_exec import Chunk
from lab_model.english.numbers import short
from lab_model.scenarios import Scenario

POINTS: Final = 120

Floats = NDArray[np.float64]
Series = dict[tuple[str, int], dict[str, Floats]]
"""By subject and its index, then by name."""

STYLE: Final = """
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif;
  --first: light-dark(#5c6470, #a9b1bd); --second: light-dark(#0b62c4, #7db8ff); }
body { max-width: 76rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .35rem .7rem; text-align: left; border-bottom: 1px solid #8888; }
svg { display: block; } figure svg { max-width: 100%; height: auto; } .scroll { overflow-x: auto; }
.panels { display: flex; flex-wrap: wrap; gap: 1rem; }
figure { margin: 0; width: min(24rem, 100%); } figcaption { font-size: .9rem; }
.first { stroke: var(--first); stroke-dasharray: 5 3; } .second { stroke: var(--second); }
.only { stroke: currentColor; }
polyline { fill: none; stroke-width: 1.6; } pre { overflow-x: auto; padding: .5rem;
  border: 1px solid #8888; }
.key { white-space: nowrap; } .key svg { display: inline; vertical-align: middle; }
"""
_LINES: Final = ("first", "second")
_ONE_LINE: Final = ("only",)


@dataclass(frozen=True)
class Panel:
    """One quantity over time, as one line or two."""

    title: str
    unit: str
    time_s: list[float]
    lines: dict[str, list[float]]
    """By name."""


def series_of(run: Callable[[Callable[[Chunk], object]], object]) -> Series:
    """Records a run; `run` passes its chunks on."""
    chunks: list[Chunk] = []
    run(chunks.append)
    found: dict[tuple[str, int], dict[str, list[Floats]]] = {}
    for chunk in chunks:
        for subject in chunk.subjects:
            of_subject = found.setdefault((subject.subject, subject.index), {})
            for name, values in subject.columns.items():
                of_subject.setdefault(name, []).append(values)
    return {
        key: {name: np.concatenate(parts) for name, parts in columns.items()}
        for key, columns in found.items()
    }


def throughputs(scenario: Scenario, series: Series) -> list[Floats]:
    """Of each group all flows together, in Mbit/s; empty where it has no such series."""
    found = []
    first = 0
    for group in scenario.flows:
        flows = range(first, first + group.count)
        first += group.count
        columns = [
            series[("flow", flow)]["throughput_bps"]
            for flow in flows
            if "throughput_bps" in series.get(("flow", flow), {})
        ]
        found.append(np.nansum(columns, axis=0) / 1e6 if columns else np.array([]))
    return found


def queue_panel(scenario: Scenario, named: Mapping[str, Series]) -> Panel:
    """The bottleneck's queue, as the time that its bytes take to leave."""
    rate_bps = scenario.bottleneck.rate_bps
    queues = {
        name: each[("link", 0)]["queue_bytes"] * 8000 / rate_bps for name, each in named.items()
    }
    return panel_of("Queue over the link's rate", "ms", scenario, queues)


def panel_of(title: str, unit: str, scenario: Scenario, named: Mapping[str, Floats]) -> Panel:
    """Means over as many steps as a picture has room for."""
    count = min(map(len, named.values()))
    step = -(-count // POINTS)
    edges = range(0, count, step)
    ends_s = [min(edge + step, count) * scenario.sample_interval_s for edge in edges]

    def means(values: Floats) -> list[float]:
        return [float(np.nan_to_num(np.mean(values[edge : edge + step]))) for edge in edges]

    lines = {name: means(values[:count]) for name, values in named.items()}
    return Panel(title, unit, ends_s, lines)


def page(title: str, style: str, body: str) -> str:
    """A whole document."""
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width"><style>{STYLE}{style}</style></head>'
        f"<body><h1>{escape(title)}</h1>{body}</body></html>\n"
    )


def key(names: Sequence[str]) -> str:
    """Which line is which."""
    return "".join(
        f'<span class="key"><svg width="28" height="8" aria-hidden="true"><polyline class="{line}" '
        f'points="0,4 28,4"/></svg> {escape(name)}</span> '
        for line, name in zip(_LINES, names, strict=False)
    )


_WIDTH: Final = 380
_HEIGHT: Final = 170
_LEFT: Final = 44
_BOTTOM: Final = 22


def figure(panel: Panel) -> str:
    """Its lines over time, on one scale that begins at zero."""
    most = max([1e-9, *(value for values in panel.lines.values() for value in values)])
    end_s = panel.time_s[-1]

    def points(values: list[float]) -> str:
        return " ".join(
            f"{_LEFT + (_WIDTH - _LEFT - 8) * time_s / end_s:.1f},"
            f"{8 + (_HEIGHT - _BOTTOM - 8) * (1 - value / most):.1f}"
            for time_s, value in zip(panel.time_s, values, strict=True)
        )

    base = _HEIGHT - _BOTTOM
    means = ", ".join(
        f"{short(sum(values) / len(values))} {name}".rstrip()
        for name, values in panel.lines.items()
    )
    label = f"{panel.title} in {panel.unit} over {end_s:g} s: on average {means}"
    drawn = "".join(
        f'<polyline class="{line}" points="{points(values)}"/>'
        for line, values in zip(
            _LINES if len(panel.lines) > 1 else _ONE_LINE, panel.lines.values(), strict=False
        )
    )
    text = 'font-size="11" fill="currentColor"'
    return (
        f"<figure><figcaption>{escape(panel.title)}, {panel.unit}</figcaption>"
        f'<svg viewBox="0 0 {_WIDTH} {_HEIGHT}" width="{_WIDTH}" role="img" '
        f'aria-label="{escape(label)}">'
        f'<line x1="{_LEFT}" x2="{_WIDTH - 8}" y1="{base}" y2="{base}" stroke="currentColor"/>'
        f'<line x1="{_LEFT}" x2="{_LEFT}" y1="8" y2="{base}" stroke="currentColor"/>'
        f'<text x="{_LEFT - 4}" y="14" text-anchor="end" {text}>{short(most)}</text>'
        f'<text x="{_LEFT - 4}" y="{base}" text-anchor="end" {text}>0</text>'
        f'<text x="{_LEFT}" y="{_HEIGHT - 6}" {text}>0</text>'
        f'<text x="{_WIDTH - 8}" y="{_HEIGHT - 6}" text-anchor="end" {text}>{end_s:g} s</text>'
        f"{drawn}</svg></figure>"
    )
