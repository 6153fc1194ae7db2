"""Axes with their values computed: what every point sets, and how it is called."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from pydantic import JsonValue

from lab_model.experiments.definition_fields import Axis, ExperimentFields, Values
from lab_model.experiments.fields import FieldInfo, find_field, is_position
from lab_model.experiments.texts import is_number, point_texts, shown_field, value_texts
from lab_model.scenarios import Scenario, canonical_json
from lab_model.scenarios.group_names import own_labels

AxisScale = Literal["linear", "logarithmic", "category"]

_BUFFER_UNIT: Final = "bottleneck.buffer.unit"
_BUFFER: Final = ("bottleneck", "bottleneck.buffer")
# 0.30000000000000004 would be another scenario than 0.3.
_DIGITS: Final = 12


@dataclass(frozen=True)
class Point:
    """One place on an axis."""

    text: str
    """For people: 25 ms; the axis's own name of the point, if it has names."""
    values: tuple[JsonValue, ...]
    """What each path becomes, in the order of the moves. SI base units."""


@dataclass(frozen=True)
class ResolvedAxis:
    """An axis as plots and tables need it."""

    label: str
    """The given label, else one made from the first path: `Base RTT, mouse`."""
    role: Literal["arm"] | None
    paths: tuple[str, ...]
    """The paths of the moves, in order."""
    points: tuple[Point, ...]
    unit: str | None
    """Display unit of the first path's numbers; None if they have none or are no numbers."""
    per_display_unit: float
    """First value of a point / this = number in `unit`."""
    scale: AxisScale
    """How a plot draws the first values; category: they are no numbers, or named one by one."""


def resolve_axes(
    definition: ExperimentFields, in_titles: Callable[[str], str] = str
) -> tuple[ResolvedAxis, ...]:
    """All axes of a definition in order. `in_titles` calls modules by their titles in a text that
    is generated; without it they have their short names, `wasm:1a2b3c4d`.
    """
    buffer_unit = _common_buffer_unit(definition)
    return tuple(
        _resolve(axis, definition.base, buffer_unit, in_titles) for axis in definition.axes
    )


def move_values(values: "Values", *, is_whole: bool) -> list[JsonValue]:
    """The values of one move, duplicates included.

    Those of a range have twelve significant digits; whole numbers where the field has them.
    """
    if values.kind == "list":
        return list(values.values)
    spaced = _spaced(values.from_, values.to, values.count)
    if values.kind == "logarithmic":
        ends = (math.log10(values.from_), math.log10(values.to))
        spaced = [math.pow(10.0, value) for value in _spaced(*ends, values.count)]
        spaced = [values.from_, *spaced[1:-1], *[values.to][: values.count - 1]]
    numbers = [float(f"{value:.{_DIGITS}g}") for value in spaced]
    return [round(number) for number in numbers] if is_whole else list(numbers)


def _spaced(first: float, last: float, count: int) -> list[float]:
    """Values with equal differences, both ends exact; the first for a single one. As
    `numpy.linspace`, which a page without a server does not have.
    """
    step = (last - first) / max(1, count - 1)
    return [*(first + place * step for place in range(max(1, count - 1))), *[last][: count - 1]]


def points_of(axis: Axis, base: Scenario) -> list[tuple[JsonValue, ...]]:
    """The values of each point of an axis, before it has a name.

    Points of ranges that rounding has made equal are kept once. Moves of different lengths are
    cut to the shortest; the definition refuses them.
    """
    columns = [
        move_values(move.values, is_whole=field is not None and field.is_whole)
        for move in axis.moves
        for field in (find_field(move.path, base),)
    ]
    points = list(zip(*columns, strict=False))
    if all(move.values.kind == "list" for move in axis.moves):
        return points
    return list({point_key(point): point for point in points}.values())


def point_key(values: Sequence[JsonValue]) -> str:
    """Equal for points that set the same: 1 and 1.0 are one value."""
    return canonical_json(list(values))


def _resolve(
    axis: Axis, base: Scenario, buffer_unit: str | None, in_titles: Callable[[str], str]
) -> ResolvedAxis:
    values = points_of(axis, base)
    fields = [
        shown_field(_field(move.path, base), [point[index] for point in values], buffer_unit)
        for index, move in enumerate(axis.moves)
    ]
    texts = axis.names or list(map(in_titles, _texts(axis, values, fields)))
    first = fields[0]
    scale = _scale(axis, [point[0] for point in values], first)
    has_unit = scale != "category" or all(is_number(point[0]) for point in values)
    return ResolvedAxis(
        label=axis.label or in_titles(_default_label(axis.moves[0].path, first, base)),
        role=axis.role,
        paths=tuple(move.path for move in axis.moves),
        points=tuple(Point(text, point) for text, point in zip(texts, values, strict=False)),
        unit=first.display_unit if has_unit else None,
        per_display_unit=first.per_display_unit if has_unit else 1.0,
        scale=scale,
    )


_NAMING: Final = frozenset({"algorithm", "traffic"})


def _default_label(path: str, field: FieldInfo, base: Scenario) -> str:
    """The field's title, with the group's label where the base has several groups."""
    parts = path.split(".")
    if parts[0] != "flows" or len(parts) < 3 or not is_position(parts[1]) or len(base.flows) == 1:
        return field.title
    index = int(parts[1])
    # A group whose algorithm is varied is not called by the one that the base has.
    labels = own_labels(base.flows) if parts[2] in _NAMING else [f.label for f in base.flows]
    label = labels[index] if index < len(labels) else ""
    return f"{field.title}, {label or f'group {index + 1}'}"


def _field(path: str, base: Scenario) -> FieldInfo:
    """A path that leads nowhere is refused by the definition; until then it has a name."""
    name = path.rsplit(".", maxsplit=1)[-1]
    return find_field(path, base) or FieldInfo(
        title=name,
        is_whole=False,
        unit=None,
        display_unit=None,
        per_display_unit=1.0,
        is_logarithmic=False,
    )


def _texts(axis: Axis, points: list[tuple[JsonValue, ...]], fields: list[FieldInfo]) -> list[str]:
    columns = [
        value_texts([point[index] for point in points], field, is_range=move.values.kind != "list")
        for index, (move, field) in enumerate(zip(axis.moves, fields, strict=True))
    ]
    return point_texts(columns)


def _scale(axis: Axis, values: list[JsonValue], field: FieldInfo) -> AxisScale:
    numbers = [value for value in values if is_number(value)]
    if len(numbers) < len(values) or axis.names is not None:
        return "category"
    match axis.moves[0].values.kind:
        case "linear":
            return "linear"
        case "logarithmic":
            return "logarithmic"
        case "list":
            return "logarithmic" if field.is_logarithmic and min(numbers) > 0 else "linear"


def _common_buffer_unit(definition: ExperimentFields) -> str | None:
    """The unit of the buffer's amount, if no axis changes it."""
    moved = {move.path for axis in definition.axes for move in axis.moves}
    if moved & {_BUFFER_UNIT, *_BUFFER}:
        return None
    return definition.base.bottleneck.buffer.unit
