"""What an algorithm takes for the RTT of the empty path, held against the path of each moment."""

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from lab_model.causes.facts import FlowCase
from lab_model.english.numbers import ms, part_of_time
from lab_model.scenarios.links import all_links
from lab_model.scenarios.path_delay import base_rtt_at_s
from lab_model.scenarios.scenario import Scenario

STALE: Final = 0.05
"""Of the path's RTT: the same bound below which a queue moves no rule."""
NOTED: Final = 0.05
"""Of the time: less is how long it takes to notice."""
_BELIEVED: Final = ("base_rtt_s", "min_rtt_s")
"""Series that say so, the algorithm's own first."""


def stale_states(
    scenario: Scenario,
    group_index: int,
    time_s: NDArray[np.float64],
    columns: Mapping[str, NDArray[np.float64]],
) -> dict[str, float]:
    """For how much of the samples it was shorter or longer than the path, and by how much on
    average then; nothing where the path does not change. `columns`: series by name.
    """
    group = scenario.flows[group_index]
    links = [all_links(scenario)[link_id] for link_id in (*group.path, *group.return_path)]
    believed_s = next((columns[name] for name in _BELIEVED if name in columns), None)
    if believed_s is None or not any(link.delay_schedule for link in links):
        return {}
    known = ~np.isnan(believed_s)
    if not known.any():
        return {}
    path_s = np.array([base_rtt_at_s(scenario, group, float(at_s)) for at_s in time_s])[known]
    excess_s = believed_s[known] - path_s
    found: dict[str, float] = {}
    for side, mask in (
        ("shorter", excess_s < -STALE * path_s),
        ("longer", excess_s > STALE * path_s),
    ):
        if mask.any():
            found[f"{side}_than_path_ratio"] = float(mask.mean())
            found[f"{side}_than_path_s"] = float(np.abs(excess_s[mask]).mean())
    return found


def stale_words(case: FlowCase) -> str:
    """` The path changes: for 50% of the time what it takes for that is 50 ms shorter ...`."""
    parts = []
    for side, meaning in (
        ("shorter", "the difference it takes for a queue"),
        ("longer", "so much of a queue it does not see"),
    ):
        ratio = case.states.get(f"{side}_than_path_ratio", 0.0)
        if ratio >= NOTED:
            by = ms(case.states[f"{side}_than_path_s"])
            parts.append(
                f"{by} {side} than the path of that moment {part_of_time(ratio)}, {meaning}"
            )
    if not parts:
        return ""
    said = "; and ".join(parts)
    return f" The path changes: the RTT that it takes for that of the empty path is {said}."


def states_of(
    scenario: Mapping[str, Any] | Scenario,
    group_index: int,
    time_s: NDArray[np.float64],
    columns: Mapping[str, NDArray[np.float64]],
) -> dict[str, float]:
    """Means of a flow's series over their samples, and how its base RTT compares with the path."""
    whole = Scenario.model_validate(scenario)
    means = {
        name: float(np.nanmean(column))
        for name, column in columns.items()
        if not np.isnan(column).all()
    }
    return means | stale_states(whole, group_index, time_s, columns)
