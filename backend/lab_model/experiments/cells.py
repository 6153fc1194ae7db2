"""The cells of an experiment: every combination of the axes' points, as scenarios.

    expansion = read_experiment(data)          # all checks, cells included
    expansion.work[7].scenario_digest          # of every cell what planning needs
    expansion.scenario(7)                      # made when it is asked for

Cells are numbered row-major over the axes: with axes of 2 and 3 points, cell 4 is (1, 1).
"""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from pydantic import ValidationError

from lab_model.experiments.axes import ResolvedAxis, resolve_axes
from lab_model.experiments.definition import ExperimentDefinition
from lab_model.experiments.patch import NoSuchPlaceError, with_value
from lab_model.experiments.problems import (
    CellProblems,
    InvalidExperimentError,
    below,
    problems_of_definition,
    within,
)
from lab_model.experiments.unit_class import UnitClass, unit_class
from lab_model.scenarios import (
    LIMITS,
    FieldProblem,
    InvalidScenarioError,
    Scenario,
    predicted_packet_count,
    scenario_digest,
    validate_scenario,
)
from lab_model.scenarios.group_names import own_labels, with_labels

_EVERY_GROUP: Final = "flows.*"
_BASE: Final = "base"


@dataclass(frozen=True)
class CellWork:
    """What planning needs to know of a cell."""

    scenario_digest: str
    """Cells of one experiment may have the same: equal work is done once."""
    predicted_packets: int
    """Packets of one seed."""
    unit_class: UnitClass
    """For predicting its computing time."""


class Expansion:
    """A valid definition with its axes computed. Cells are made when they are asked for."""

    def __init__(
        self, definition: ExperimentDefinition, in_titles: Callable[[str], str] = str
    ) -> None:
        self.definition = definition
        self.axes: tuple[ResolvedAxis, ...] = resolve_axes(definition, in_titles)
        self.shape: tuple[int, ...] = tuple(len(axis.points) for axis in self.axes)
        self.cell_count: int = math.prod(self.shape)
        self.seeds: range = definition.replications.seeds
        self._steps = _ordered_steps(self.axes)

    @property
    def unit_count(self) -> int:
        """(cell, seed) pairs; with a precision as many as there can be."""
        precision = self.definition.replications.precision
        most = self.cell_count * len(self.seeds)
        if precision is None or precision.most_unit_count is None:
            return most
        return min(most, precision.most_unit_count)

    @property
    def moves_window(self) -> bool:
        """Whether cells differ in the time that their numbers are over."""
        return any({"warmup_s", "duration_s"} & set(axis.paths) for axis in self.axes)

    @property
    def first_seeds(self) -> range:
        """The seeds that every cell has."""
        return self.seeds[: self.definition.replications.count]

    @property
    def first_unit_count(self) -> int:
        """The number of units that are computed whatever their results are."""
        return self.cell_count * self.definition.replications.count

    def point_indices(self, cell_index: int) -> tuple[int, ...]:
        """Which point of each axis a cell is. Raises `IndexError`."""
        if not 0 <= cell_index < self.cell_count:
            raise IndexError(f"cell {cell_index} of {self.cell_count}")
        indices: list[int] = []
        for count in reversed(self.shape):
            cell_index, index = divmod(cell_index, count)
            indices.append(index)
        return tuple(reversed(indices))

    def cell_index(self, point_indices: Sequence[int]) -> int:
        """The cell at these points. Raises `IndexError`."""
        index = 0
        for point, count in zip(point_indices, self.shape, strict=True):
            if not 0 <= point < count:
                raise IndexError(f"point {point} of {count}")
            index = index * count + point
        return index

    def texts(self, cell_index: int) -> tuple[str, ...]:
        """The names of a cell's points, axis by axis."""
        return tuple(
            axis.points[point].text
            for axis, point in zip(self.axes, self.point_indices(cell_index), strict=True)
        )

    def name_of(self, cell_index: int) -> str:
        """A name for a run of this cell: the experiment's, then the points."""
        parts = [part for part in (self.definition.name, ", ".join(self.texts(cell_index))) if part]
        return ": ".join(parts)[: LIMITS.max_name_length]

    def scenario(self, cell_index: int) -> Scenario:
        """The scenario of a cell. Raises `InvalidScenarioError` where it is no valid one."""
        return validate_scenario(self._data(cell_index))

    def scenarios(self) -> Iterator[Scenario]:
        """The scenarios of all cells in order."""
        return map(self.scenario, range(self.cell_count))

    @cached_property
    def work(self) -> list[CellWork]:
        """Digest and predicted packets of every cell. Computed once: some 0.1 ms a cell.

        Raises `InvalidExperimentError` naming the cells that are no valid scenarios.
        """
        found = CellProblems([axis.paths for axis in self.axes])
        work: list[CellWork] = []
        for index in range(self.cell_count):
            try:
                scenario = self.scenario(index)
            except InvalidScenarioError as error:
                found.add(self._described(index), error.problems)
            else:
                packets = predicted_packet_count(scenario)
                digest = scenario_digest(scenario)
                work.append(CellWork(digest, packets, unit_class(scenario, packets)))
        problems = found.problems()
        if problems:
            raise InvalidExperimentError(problems)
        return work

    def check_cells(self, find: Callable[[Scenario], Iterable[FieldProblem]]) -> None:
        """Raises `InvalidExperimentError` naming the cells in which `find` finds something wrong
        that only the caller knows of.
        """
        found = CellProblems([axis.paths for axis in self.axes])
        for index, scenario in enumerate(self.scenarios()):
            problems = list(find(scenario))
            if problems and not self.axes:
                raise InvalidExperimentError([below(problem, _BASE) for problem in problems])
            found.add(self._described(index), problems)
        if problems := found.problems():
            raise InvalidExperimentError(problems)

    def arm_index(self, cell_index: int) -> int | None:
        """Which arm a cell belongs to; None if the experiment has no arms."""
        axis = self.definition.arm_axis_index
        return None if axis is None else self.point_indices(cell_index)[axis]

    def baseline_cell_index(self, cell_index: int) -> int | None:
        """The cell of the baseline arm at the same other points; a baseline's is itself."""
        axis = self.definition.arm_axis_index
        if axis is None:
            return None
        points = list(self.point_indices(cell_index))
        points[axis] = self.definition.baseline_index
        return self.cell_index(points)

    def baseline_cells(self) -> list[int]:
        """For each cell the one that it is compared with; the cell itself where nothing is
        compared.
        """
        found = (self.baseline_cell_index(cell) for cell in range(self.cell_count))
        return [cell if other is None else other for cell, other in enumerate(found)]

    def _data(self, cell_index: int) -> dict[str, Any]:
        points = self.point_indices(cell_index)
        data: Any = self._unnamed_base
        for step in self._steps:
            value = self.axes[step.axis_index].points[points[step.axis_index]].values
            try:
                data = with_value(data, step.path, value[step.move_index])
            except NoSuchPlaceError as error:
                # The base has this place; another axis has put something else there.
                raise InvalidScenarioError([_no_place(step.path, error)]) from None
        # A copy of the base's own fields where nothing was set: validation is the same then.
        return data if isinstance(data, dict) else dict(data)

    @cached_property
    def _unnamed_base(self) -> Scenario:
        """The base without the names that follow from it: a cell's follow from the cell."""
        base = self.definition.base
        labels = own_labels(base.flows)
        return base if all(labels) else with_labels(base, labels)

    def _described(self, cell_index: int) -> str:
        """`Buffer 10 BDP, Base RTT 5 ms`."""
        pairs = zip(self.axes, self.texts(cell_index), strict=True)
        return ", ".join(f"{axis.label} {text}" for axis, text in pairs) or "the base scenario"


def _no_place(path: str, error: NoSuchPlaceError) -> FieldProblem:
    return FieldProblem(
        path=path,
        pointer="/" + path.replace(".", "/"),
        message=f"{path} {error.requirement}",
        value=None,
        bound=None,
    )


@dataclass(frozen=True)
class _Step:
    """One setting of a cell."""

    axis_index: int
    move_index: int
    path: str


def _ordered_steps(axes: Sequence[ResolvedAxis]) -> list[_Step]:
    """From the outside inwards: a whole object before a field in it, all groups before one."""
    steps = [
        _Step(axis_index, move_index, path)
        for axis_index, axis in enumerate(axes)
        for move_index, path in enumerate(axis.paths)
    ]
    return sorted(
        steps, key=lambda step: (step.path.count("."), not step.path.startswith(_EVERY_GROUP))
    )


def read_definition(data: Any, root: tuple[str, ...] = ()) -> ExperimentDefinition:
    """A definition from plain data, its cells unchecked. Raises `InvalidExperimentError`."""
    try:
        return ExperimentDefinition.model_validate(data)
    except ValidationError as error:
        raise InvalidExperimentError(problems_of_definition(error, root)) from None


def read_experiment(data: Any, root: tuple[str, ...] = ()) -> Expansion:
    """An experiment from plain data, every cell checked. Raises `InvalidExperimentError`.

    `root` is where the definition lies in the body, e.g. `("experiment",)`.
    """
    expansion = Expansion(read_definition(data, root))
    try:
        _ = expansion.work
    except InvalidExperimentError as error:
        raise InvalidExperimentError([within(root, item) for item in error.problems]) from None
    return expansion
