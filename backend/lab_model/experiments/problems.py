"""What is wrong with an experiment, in sentences: the same for the API and the command line.

Three kinds, one form (`FieldProblem`): the definition's own fields, its base scenario
(`base.flows.0.rtt_s`), and cells that are no valid scenario (`axes.1.moves.0.values`).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pydantic import ValidationError

from lab_model.experiments.definition import ExperimentDefinition
from lab_model.experiments.limits import EXPERIMENT_LIMITS
from lab_model.scenarios import FieldProblem, problems_of
from lab_model.scenarios.known_fields import advice_for

Location = tuple[str | int, ...]

_BASE: Final = "base"
# Elements of a location that Pydantic adds for the chosen member of a union.
_VALUES: Final = "values"
_KINDS: Final = frozenset({"list", "linear", "logarithmic"})


class InvalidExperimentError(Exception):
    """An experiment that cannot be computed. `problems` says in sentences why."""

    def __init__(self, problems: list[FieldProblem]) -> None:
        super().__init__("\n".join(problem.message for problem in problems))
        self.problems = problems


def problems_of_definition(
    error: ValidationError | Sequence[Mapping[str, Any]], root: tuple[str, ...] = ()
) -> list[FieldProblem]:
    """The first problems of a failed validation of a definition.

    `root` is where the definition lies in the body, e.g. `("experiment",)`: it stands in
    `pointer`, not in `path`.
    """
    details = error.errors() if isinstance(error, ValidationError) else error
    problems: dict[tuple[str, str], FieldProblem] = {}
    for detail in details:
        location = _without_kinds(tuple(detail["loc"]))
        if location[:1] == (_BASE,):
            inner = problems_of([{**detail, "loc": location[1:]}])[0]
            problem = below(inner, _BASE)
        else:
            problem = _of_experiment(problems_of([{**detail, "loc": location}])[0])
        problem = within(root, problem)
        problems.setdefault((problem.pointer, problem.message), problem)
        if len(problems) == EXPERIMENT_LIMITS.max_problem_count:
            break
    return list(problems.values())


def within(root: tuple[str, ...], problem: FieldProblem) -> FieldProblem:
    """The problem of a definition that lies at `root` of the body."""
    return problem.model_copy(update={"pointer": _pointer(root) + problem.pointer})


@dataclass
class _BadCells:
    """Cells that fail for the same reason."""

    problem: FieldProblem
    first_cell_text: str
    count: int


class CellProblems:
    """Gathers problems of cells: one per move and reason, not one per cell."""

    def __init__(self, paths: Sequence[Sequence[str]]) -> None:
        self._paths = paths
        """For each axis the paths of its moves."""
        self._found: dict[tuple[Location, str], _BadCells] = {}

    def add(self, cell_text: str, problems: Iterable[FieldProblem]) -> None:
        """Add a problem of one cell. `cell_text` names its values."""
        for problem in problems:
            location = self._blamed(problem.path)
            known = self._found.get((location, problem.message))
            if known is None:
                self._found[location, problem.message] = _BadCells(problem, cell_text, 1)
            else:
                known.count += 1

    def problems(self) -> list[FieldProblem]:
        """The first of them; empty if all cells are fine."""
        return [
            FieldProblem(
                path=".".join(map(str, location)),
                pointer=_pointer(location),
                message=_cell_sentence(location, bad),
                value=bad.problem.value,
                bound=bad.problem.bound,
            )
            for (location, _), bad in list(self._found.items())[
                : EXPERIMENT_LIMITS.max_problem_count
            ]
        ]

    def _blamed(self, path: str) -> Location:
        """The move that set the field of a problem; else the last axis's first."""
        parts = path.split(".")
        best: Location = ()
        best_length = 0
        for axis_index, paths in enumerate(self._paths):
            for move_index, moved in enumerate(paths):
                length = _shared_length(moved.split("."), parts)
                if length > best_length:
                    best, best_length = (axis_index, move_index), length
        axis, move = best or (len(self._paths) - 1, 0)
        return ("axes", axis, "moves", move, _VALUES)


def _shared_length(moved: list[str], parts: list[str]) -> int:
    """How deep a move reaches towards a problem's place; 0 if neither lies within the other."""
    pairs = list(zip(moved, parts, strict=False))
    if all(ours in ("*", theirs) for ours, theirs in pairs):
        return len(pairs)
    return 0


def _cell_sentence(location: Location, bad: _BadCells) -> str:
    path = ".".join(map(str, location))
    others = bad.count - 1
    more = f" (and {others} other {'cell' if others == 1 else 'cells'})" if others else ""
    return f"{path}: with {bad.first_cell_text}{more}, {bad.problem.message}"


def below(problem: FieldProblem, parent: str) -> FieldProblem:
    """A scenario's problem as one of the experiment that holds it."""
    message = f"{parent}.{problem.message}" if problem.path else f"{parent}: {problem.message}"
    return problem.model_copy(
        update={
            "path": f"{parent}.{problem.path}" if problem.path else parent,
            "pointer": f"/{parent}{problem.pointer}",
            "message": message,
        }
    )


def _of_experiment(problem: FieldProblem) -> FieldProblem:
    """A scenario's message in the words of an experiment."""
    message = problem.message
    if not problem.path:
        message = message.replace("The scenario", "The experiment", 1)
    unknown = "is not a field of a scenario"
    if unknown in message:
        advice = advice_for(problem.path, ExperimentDefinition)
        message = f"{message.split(unknown, maxsplit=1)[0]}is not a field of an experiment{advice}"
    return problem.model_copy(update={"message": message})


def _without_kinds(location: Location) -> Location:
    kept: list[str | int] = []
    for part in location:
        if kept and kept[-1] == _VALUES and part in _KINDS:
            continue
        kept.append(part)
    return tuple(kept)


def _pointer(location: Location) -> str:
    return "".join(f"/{part}" for part in location)
