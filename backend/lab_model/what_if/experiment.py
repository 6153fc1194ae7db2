"""Alterations as the arms of one experiment: the scenario itself is the baseline.

    definition = what_if_experiment(scenario, alterations, seed_count=20)
    group_places(definition)      # [[0, 1], [None, 0], ...]: where each arm has the base's groups

All arms have the same seeds. The random streams of a flow depend on its number among all flows, so
that the flows behind a group that is left out meet other random draws; the pairs are then of
seeds, not of equal draws, and the interval is as wide as that makes it.
"""

from collections.abc import Sequence
from typing import Any, Final

from lab_model.experiments import ExperimentDefinition
from lab_model.scenarios import LIMITS, Scenario
from lab_model.what_if.alterations import Alteration

AS_IT_IS: Final = "As it is"

_FLOWS: Final = "flows"
_LOSS: Final = "bottleneck.loss"
_BUFFER: Final = "bottleneck.buffer"
_PATHS: Final = (_FLOWS, _LOSS, _BUFFER)
_MORE_PATHS: Final = (
    "bottleneck.rate_bps",
    "bottleneck.queue",
    "bottleneck.jitter_s",
    "bottleneck.jitter_reorders",
    "bottleneck.delay_schedule",
    "links",
    "transport.initial_window_packets",
    "transport.handshake",
    "bottleneck.loss_schedule",
    "bottleneck.rate_schedule",
    "bottleneck.outages",
)
"""Only those that some arm changes are in the experiment."""
_NAME: Final = "What would change"


def what_if_experiment(
    base: Scenario, alterations: Sequence[Alteration], seed_count: int, first_seed: int = 1
) -> ExperimentDefinition:
    """The experiment that answers what each alteration would change.

    Raises `ImpossibleAlterationError`, and pydantic's `ValidationError` where an altered scenario
    is not valid.
    """
    scenarios = [base, *(alteration.apply(base) for alteration in alterations)]
    points = [_values_of(scenario) for scenario in scenarios]
    paths = [
        path
        for path in (*_PATHS, *_MORE_PATHS)
        if path in _PATHS or any(point[path] != points[0][path] for point in points)
    ]
    moves = [
        {"path": path, "values": {"kind": "list", "values": [point[path] for point in points]}}
        for path in paths
    ]
    names = [AS_IT_IS, *(alteration.title(base) for alteration in alterations)]
    title = f"{_NAME}: {base.name}" if base.name else _NAME
    return ExperimentDefinition.model_validate(
        {
            "name": title[: LIMITS.max_name_length],
            "base": base,
            "axes": [{"label": _NAME, "role": "arm", "moves": moves, "names": names}],
            "replications": {"count": seed_count, "first_seed": first_seed},
        }
    )


def is_what_if(definition: ExperimentDefinition) -> bool:
    """Whether `what_if_experiment` made it."""
    if len(definition.axes) != 1 or definition.baseline_index != 0:
        return False
    [axis] = definition.axes
    return (
        axis.role == "arm"
        and tuple(move.path for move in axis.moves[: len(_PATHS)]) == _PATHS
        and all(move.path in _MORE_PATHS for move in axis.moves[len(_PATHS) :])
        and axis.names is not None
        and axis.names[0] == AS_IT_IS
    )


def group_places(definition: ExperimentDefinition) -> list[list[int | None]]:
    """For each arm the places of the base's groups in it; None where a group is left out.

    An arm with fewer groups left some out and kept the order of the others, so that the first
    way to match them is right: groups that are equal have equal numbers.
    """
    flows = next(move for move in definition.axes[0].moves if move.path == _FLOWS)
    if flows.values.kind != "list":
        raise ValueError("the flow groups of a what-if experiment are a list")
    arms: list[Any] = flows.values.values
    [base, *_] = arms
    return [_places(base, groups) for groups in arms]


def _places(base: Sequence[Any], groups: Sequence[Any]) -> list[int | None]:
    if len(groups) == len(base):
        return list(range(len(base)))
    places: list[int | None] = []
    index = 0
    for group in base:
        is_here = index < len(groups) and _is_same(group, groups[index])
        places.append(index if is_here else None)
        index += is_here
    return places


def _is_same(one: Any, other: Any) -> bool:
    return bool(one == other)


def _values_of(scenario: Scenario) -> dict[str, Any]:
    data = scenario.model_dump(mode="json")
    return {path: _value_at(data, path) for path in (*_PATHS, *_MORE_PATHS)}


def _value_at(data: Any, path: str) -> Any:
    for name in path.split("."):
        data = data[name]
    return data
