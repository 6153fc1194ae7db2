"""Whether one definition only adds seeds and values to another."""

from lab_model.experiments.axes import Point, ResolvedAxis, point_key
from lab_model.experiments.cells import Expansion
from lab_model.scenarios import FieldProblem, canonical_scenario


def conflicts_of(before: Expansion, after: Expansion) -> list[FieldProblem]:
    """What `after` has changed that an extension keeps; empty if it is one.

    Names, labels and the baseline may change: no number depends on them.
    """
    if canonical_scenario(before.definition.base) != canonical_scenario(after.definition.base):
        return [_problem("base", "is another scenario; an extension keeps the base scenario")]
    if len(before.axes) != len(after.axes):
        count = len(before.axes)
        requirement = f"has {len(after.axes)} axes; an extension keeps the {count} there are"
        return [_problem("axes", requirement, value=len(after.axes), bound=count)]
    problems = [
        problem
        for index, axes in enumerate(zip(before.axes, after.axes, strict=True))
        for problem in _conflicts_of_axis(index, *axes)
    ]
    return problems + _conflicts_of_seeds(before.seeds, after.seeds)


def _conflicts_of_axis(index: int, before: ResolvedAxis, after: ResolvedAxis) -> list[FieldProblem]:
    path = f"axes.{index}"
    if before.paths != after.paths:
        kept = ", ".join(before.paths)
        requirement = f"moves {', '.join(after.paths)}; an extension keeps {kept}"
        return [_problem(f"{path}.moves", requirement, bound=list(before.paths))]
    if before.role != after.role:
        requirement = "has another role; an extension keeps which axis is compared"
        return [_problem(f"{path}.role", requirement, value=after.role, bound=before.role)]
    missing = _missing(before.points, after.points)
    if not missing:
        return []
    texts = ", ".join(point.text for point in missing)
    requirement = f"leaves out {texts}; an extension keeps every point"
    return [_problem(f"{path}.moves.0.values", requirement, bound=missing[0].text)]


def _missing(before: tuple[Point, ...], after: tuple[Point, ...]) -> list[Point]:
    kept = {point_key(point.values) for point in after}
    return [point for point in before if point_key(point.values) not in kept]


def _conflicts_of_seeds(before: range, after: range) -> list[FieldProblem]:
    if after.start > before.start:
        requirement = f"is {after.start}; an extension keeps the seeds from {before.start} on"
        return [
            _problem("replications.first_seed", requirement, value=after.start, bound=before.start)
        ]
    if after.stop < before.stop:
        last = before.stop - 1
        requirement = f"is {len(after)}; an extension keeps the seeds up to {last}"
        needed = before.stop - after.start
        return [_problem("replications.count", requirement, value=len(after), bound=needed)]
    return []


def _problem(
    path: str, requirement: str, *, value: str | int | None = None, bound: object = None
) -> FieldProblem:
    return FieldProblem.model_validate(
        {
            "path": path,
            "pointer": "/" + path.replace(".", "/"),
            "message": f"{path} {requirement}",
            "value": value,
            "bound": bound,
        }
    )
