"""What the fields of a definition alone cannot know: whether its parts fit together."""

import math

from lab_model.experiments.axes import move_values, point_key, points_of
from lab_model.experiments.definition_fields import Axis, ExperimentFields
from lab_model.experiments.fields import find_field
from lab_model.experiments.limits import EXPERIMENT_LIMITS
from lab_model.experiments.metrics import is_made_of
from lab_model.experiments.number_names import number_names
from lab_model.experiments.patch import NoSuchPlaceError, with_value
from lab_model.scenarios import LIMITS
from lab_model.scenarios.base import Refusal
from lab_model.scenarios.known_fields import advice_for


def refusals_of(definition: ExperimentFields) -> list[Refusal]:
    """Everything wrong with how the parts fit together; empty if nothing is."""
    refusals = _paths(definition)
    for index, axis in enumerate(definition.axes):
        refusals += _points(index, axis, definition)
    # Counts of an invalid definition would only repeat the mistake in other words.
    return refusals or _arms(definition) + _counts(definition) + _precision(definition)


def _paths(definition: ExperimentFields) -> list[Refusal]:
    refusals = []
    seen: dict[str, str] = {}
    for axis_index, axis in enumerate(definition.axes):
        for move_index, move in enumerate(axis.moves):
            location = ("axes", axis_index, "moves", move_index, "path")
            requirement = _path_requirement(definition, move.path)
            if move.path in seen:
                requirement = f"is already set by {seen[move.path]}"
            if requirement:
                refusals.append(Refusal(location, move.path, requirement))
            seen[move.path] = f"axes.{axis_index}.moves.{move_index}"
    return refusals


def _path_requirement(definition: ExperimentFields, path: str) -> str:
    """What is wrong with a path; empty if nothing is."""
    if find_field(path, definition.base) is None:
        return f"names no field of a scenario{advice_for(path.replace('*', '0'))}"
    try:
        with_value(definition.base, path, None)
    except NoSuchPlaceError as error:
        return error.requirement
    return ""


def _points(index: int, axis: Axis, definition: ExperimentFields) -> list[Refusal]:
    counts = [len(move_values(move.values, is_whole=False)) for move in axis.moves]
    for move_index, count in enumerate(counts):
        if count != counts[0]:
            location: tuple[str | int, ...] = ("axes", index, "moves", move_index, "values")
            requirement = (
                f"has {count} values where axes.{index}.moves.0.values has {counts[0]}; paths that "
                "move together have as many each"
            )
            return [Refusal(location, None, requirement, counts[0])]
    points = points_of(axis, definition.base)
    first_position: dict[str, int] = {}
    for position, point in enumerate(points):
        first = first_position.setdefault(point_key(point), position)
        if first < position:
            requirement = f"has the same values at {first} and at {position}"
            return [Refusal(("axes", index, "moves", 0, "values"), None, requirement)]
    if axis.names is not None and len(axis.names) != len(points):
        requirement = f"has {len(axis.names)} names; the axis has {len(points)} points"
        return [Refusal(("axes", index, "names"), None, requirement, len(points))]
    return []


def _arms(definition: ExperimentFields) -> list[Refusal]:
    arms = [index for index, axis in enumerate(definition.axes) if axis.role == "arm"]
    if len(arms) > 1:
        requirement = f"must be null: axes.{arms[0]} has the arms already"
        return [Refusal(("axes", arms[1], "role"), "arm", requirement)]
    index = definition.baseline_index
    if not arms:
        requirement = "must be 0 where no axis has the role 'arm'"
        return [Refusal(("baseline_index",), index, requirement, 0)] if index else []
    count = len(points_of(definition.axes[arms[0]], definition.base))
    if index < count:
        return []
    requirement = f"must be below {count}, the number of points of axes.{arms[0]}"
    return [Refusal(("baseline_index",), index, requirement, count - 1)]


def _counts(definition: ExperimentFields) -> list[Refusal]:
    limits = EXPERIMENT_LIMITS
    cells = math.prod(len(points_of(axis, definition.base)) for axis in definition.axes)
    if cells > limits.max_cell_count:
        requirement = f"make {cells} cells; there may be at most {limits.max_cell_count}"
        return [Refusal(("axes",), None, requirement, limits.max_cell_count)]
    replications = definition.replications
    refusals = []
    units = cells * replications.most_count
    if units > limits.max_unit_count:
        requirement = (
            f"makes {units} runs of {cells} cells; there may be at most {limits.max_unit_count}"
        )
        location: tuple[str, ...] = ("replications", "count")
        if replications.precision is not None:
            location = ("replications", "precision", "most_count")
        refusals.append(
            Refusal(location, replications.most_count, requirement, limits.max_unit_count)
        )
    last_seed = replications.seeds[-1]
    if last_seed > LIMITS.max_seed:
        requirement = f"leads to seed {last_seed}; seeds are at most {LIMITS.max_seed}"
        location = ("replications", "first_seed")
        refusals.append(Refusal(location, replications.first_seed, requirement, LIMITS.max_seed))
    return refusals


def _precision(definition: ExperimentFields) -> list[Refusal]:
    replications = definition.replications
    precision = replications.precision
    if precision is None:
        return []
    at = ("replications", "precision")
    refusals = []
    if not is_made_of(precision.metric, set(number_names(definition))):
        requirement = "is no number of this experiment, nor a ratio of two"
        refusals.append(Refusal((*at, "metric"), precision.metric, requirement))
    if precision.most_count < replications.count:
        requirement = (
            f"must be at least {replications.count}, the seeds that every cell begins with"
        )
        refusals.append(
            Refusal((*at, "most_count"), precision.most_count, requirement, replications.count)
        )
    is_compared = any(
        axis.role == "arm" and len(points_of(axis, definition.base)) > 1 for axis in definition.axes
    )
    if precision.of == "effect" and not is_compared:
        requirement = "must be 'mean' where no axis has arms: nothing is compared"
        refusals.append(Refusal((*at, "of"), precision.of, requirement))
    cells = math.prod(len(points_of(axis, definition.base)) for axis in definition.axes)
    first = cells * replications.count
    if precision.most_unit_count is not None and precision.most_unit_count < first:
        requirement = f"must be at least {first}, the runs that {cells} cells begin with"
        refusals.append(
            Refusal((*at, "most_unit_count"), precision.most_unit_count, requirement, first)
        )
    return refusals
