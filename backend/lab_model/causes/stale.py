"""An algorithm's RTT of the empty path, compared with the path's at each moment."""

import math
from collections.abc import Mapping
from typing import Any, Final

from lab_model.causes.facts import FlowCase
from lab_model.english.numbers import ms, part_of_time
from lab_model.scenarios.computed.link_rate import is_constant
from lab_model.scenarios.computed.path_delay import base_rtt_at_s
from lab_model.scenarios.flows import FlowGroup
from lab_model.scenarios.links import all_links
from lab_model.scenarios.scenario import Scenario
from lab_model.series.known import KnownValues, mean_of_known

STALE: Final = 0.05
"""Share of the path's RTT from which an estimate is stale, as for a queue (losses.SMALL_DELAY)."""
NOTED: Final = 0.05
"""Share of the time: a sender may need so long to notice a change."""
_BELIEVED: Final = ("base_rtt_s", "min_rtt_s")
"""Series that say so, the algorithm's own first."""


def stale_states(
    scenario: Scenario,
    group_index: int,
    time_s: KnownValues,
    columns: Mapping[str, KnownValues],
) -> dict[str, float]:
    """The share of samples in which the algorithm's base RTT was shorter or longer than that of the
    path, and by how much on average then; empty where the path does not change. `columns`: series
    by name.
    """
    group = scenario.flows[group_index]
    links = [all_links(scenario)[link_id] for link_id in (*group.path, *group.return_path)]
    believed_s = next((columns[name] for name in _BELIEVED if name in columns), None)
    if believed_s is None or not any(link.delay_schedule for link in links):
        return {}
    sent_s = _transmission_s(scenario, group)
    known = [
        (value_s, base_rtt_at_s(scenario, group, at_s) + sent_s)
        for at_s, value_s in zip(time_s, believed_s, strict=True)
        if not math.isnan(value_s)
    ]
    found: dict[str, float] = {}
    for side, sign in (("shorter", -1), ("longer", 1)):
        excess_s = [sign * (value_s - path_s) for value_s, path_s in known]
        noted_s = [
            each_s
            for each_s, (_, path_s) in zip(excess_s, known, strict=True)
            if each_s > STALE * path_s
        ]
        if noted_s:
            found[f"{side}_than_path_ratio"] = len(noted_s) / len(known)
            found[f"{side}_than_path_s"] = mean_of_known(noted_s)
    return found


def _transmission_s(scenario: Scenario, group: FlowGroup) -> float:
    """Transmission time of a packet and its ACK at links of a constant rate: part of what a sender
    measures.
    """
    links = all_links(scenario)
    sizes = [(links[name], scenario.packet_bytes) for name in group.path]
    sizes += [(links[name], scenario.header_bytes) for name in group.return_path]
    return sum(size * 8 / link.rate_bps for link, size in sizes if is_constant(link))


def stale_words(case: FlowCase) -> str:
    """` The path changes: the RTT that it assumes for the empty path is 50 ms shorter ...`."""
    parts = []
    for side, meaning in (
        ("shorter", "so it takes the difference for a queue"),
        ("longer", "so it does not see that much of a queue"),
    ):
        ratio = case.states.get(f"{side}_than_path_ratio", 0.0)
        if ratio >= NOTED:
            by = ms(case.states[f"{side}_than_path_s"])
            parts.append(
                f"{by} {side} than the real one of that moment {part_of_time(ratio)}, {meaning}"
            )
    if not parts:
        return ""
    said = "; and ".join(parts)
    return f" The path changes: the RTT that it assumes for the empty path is {said}."


def is_blind_for_a_time(case: FlowCase) -> bool:
    """Whether for part of its time it takes an RTT longer than the path's for that of the empty
    path.
    """
    return case.states.get("longer_than_path_ratio", 0.0) >= NOTED


def states_of(
    scenario: Mapping[str, Any] | Scenario,
    group_index: int,
    time_s: KnownValues,
    columns: Mapping[str, KnownValues],
) -> dict[str, float]:
    """Means of a flow's series over their samples until it stops, and how its base RTT compares
    with the path.
    """
    whole = Scenario.model_validate(scenario)
    stop_s = whole.flows[group_index].stop_s
    if stop_s is not None and any(at_s > stop_s + 1e-9 for at_s in time_s):
        kept = [place for place, at_s in enumerate(time_s) if at_s <= stop_s + 1e-9]
        columns = {name: [column[place] for place in kept] for name, column in columns.items()}
        time_s = [time_s[place] for place in kept]
    means = {name: mean_of_known(column) for name, column in columns.items()}
    known = {name: mean for name, mean in means.items() if not math.isnan(mean)}
    return known | stale_states(whole, group_index, time_s, columns)
