"""What the page of a comparison draws: a situation before and after with one seed, and the first
event in which the two runs differ.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from lab_cli.kit.algorithm_input import AlgorithmInput
from lab_cli.kit.curves import Panel, Series, panel_of, queue_panel, series_of, throughputs
from lab_cli.kit.evaluation import run_tested, scenario_in
from lab_exec import PacketEvents, PacketWatch, PacketWindow
from lab_exec.parallel import simulating_processes
from lab_model.evaluation import Situation
from lab_model.scenarios import Scenario

MOST_EVENTS: Final = 1_000_000
_EVENT_COLUMNS: Final = ("time_s", "flow_index", "kind", "sequence", "queue_bytes", "cwnd_packets")


@dataclass(frozen=True)
class Drawn:
    """A situation with one seed."""

    situation: Situation
    panels: list[Panel]
    first_difference: tuple[str, str] | None
    """The event in words, before and after; None: it is not among the first `MOST_EVENTS`."""
    first_s: float | None
    """When it happens."""


@dataclass(frozen=True)
class _Side:
    scenario: Scenario
    module: Path | None


def drawn_situations(
    before: AlgorithmInput,
    after: AlgorithmInput,
    situations: Sequence[Situation],
    seed: int,
    process_count: int,
) -> list[Drawn]:
    """Each situation run twice for its curves and twice for its packets."""
    with simulating_processes(max(1, min(process_count, len(situations)))) as processes:
        futures = [
            processes.submit(_drawn, item, _side(before, item), _side(after, item), seed)
            for item in situations
        ]
        return [future.result() for future in futures]


def _side(tested: AlgorithmInput, item: Situation) -> _Side:
    scenario = scenario_in(tested, item)
    if scenario is None:
        raise AssertionError("A situation that was compared can be run")
    return _Side(scenario, tested.module.module.path if tested.module else None)


def _drawn(item: Situation, before: _Side, after: _Side, seed: int) -> Drawn:
    series = [_series(side, seed) for side in (before, after)]
    interval_s = before.scenario.sample_interval_s
    first = _first_sample(*series)
    events = None if first is None else _first_event(before, after, seed, (first + 1) * interval_s)
    return Drawn(
        item,
        _panels(before.scenario, series),
        None if events is None else (events[0], events[1]),
        None if events is None else events[2],
    )


def _series(side: _Side, seed: int) -> Series:
    return series_of(
        lambda take: run_tested(side.module, side.scenario, seed, series=True, on_chunk=take)
    )


def _first_sample(before: Series, after: Series) -> int | None:
    """The first sample in which a series that both have differs."""
    firsts = []
    for key in before.keys() & after.keys():
        for name in before[key].keys() & after[key].keys():
            one, two = before[key][name], after[key][name]
            count = min(len(one), len(two))
            same = (one[:count] == two[:count]) | (np.isnan(one[:count]) & np.isnan(two[:count]))
            if not same.all():
                firsts.append(int(np.argmin(same)))
    return min(firsts, default=None)


def _first_event(
    before: _Side, after: _Side, seed: int, until_s: float
) -> tuple[str, str, float] | None:
    window = PacketWindow(0.0, until_s, MOST_EVENTS)
    found: list[PacketEvents] = []
    for side in (before, after):
        watch = PacketWatch(window, found.append)
        run_tested(side.module, side.scenario, seed, series=False, watch=watch)
    one, two = found
    count = min(len(one.time_s), len(two.time_s))
    same = np.ones(count, dtype=np.bool_)
    for name in _EVENT_COLUMNS:
        same &= getattr(one, name)[:count] == getattr(two, name)[:count]
    if same.all():
        return None
    place = int(np.argmin(same))
    first_s = min(float(one.time_s[place]), float(two.time_s[place]))
    return _described(one, place), _described(two, place), first_s


def _described(events: PacketEvents, place: int) -> str:
    kind = events.kinds[events.kind[place]].replace("_", " ")
    number = int(events.sequence[place])
    packet = f"packet {number}" if number >= 0 else "a packet of the handshake"
    return (
        f"{events.time_s[place]:.6f} s, flow {events.flow_index[place]}, {kind}, "
        f"{packet}, window {events.cwnd_packets[place]} packets"
    )


def _panels(scenario: Scenario, series: Sequence[Series]) -> list[Panel]:
    panels = []
    sides = zip(*(throughputs(scenario, each) for each in series), strict=True)
    for place, (group, (before, after)) in enumerate(zip(scenario.flows, sides, strict=True)):
        if len(before) and len(after):
            label = group.label or f"group {place + 1}"
            named = {"before": before, "after": after}
            panels.append(panel_of(f"Throughput, {label}", "Mbit/s", scenario, named))
    before, after = series
    return [*panels, queue_panel(scenario, {"before": before, "after": after})]
