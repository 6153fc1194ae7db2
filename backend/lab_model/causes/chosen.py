"""Which flows are explained, and from which of their series."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from lab_model.causes.facts import STATES
from lab_model.modules import ModuleDescription
from lab_model.series.wanted import WantedSeries

MOST_FLOWS: Final = 20
POINTS: Final = 600


def first_flows(entries: Sequence[Mapping[str, Any]]) -> list[int]:
    """The first flow of each group of a result, of the first so many groups."""
    firsts = {entry["group_index"]: entry["flow_index"] for entry in reversed(entries)}
    return sorted(firsts.values())[:MOST_FLOWS]


def problem_of_flow(index: int, flow_count: int) -> str | None:
    """A sentence about a flow that a run does not have; None: it has it."""
    if 0 <= index < flow_count:
        return None
    return f"flow {index} is not there; the flows of this run are 0 to {flow_count - 1}"


def series_of_flows(
    result: Mapping[str, Any],
    flows: Sequence[int],
    declared: Iterable[ModuleDescription] = (),
) -> WantedSeries:
    """What chains need: states over the samples of the measurement window, with what modules
    declare.
    """
    return WantedSeries(state_names(declared), flows, result["window"]["start_s"], POINTS)


def state_names(declared: Iterable[ModuleDescription]) -> tuple[str, ...]:
    """Series whose means a chain may give, with those of modules."""
    own = (series.name for module in declared for series in module.series)
    return tuple(dict.fromkeys((*STATES, *own)))
