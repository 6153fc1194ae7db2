"""Finding an experiment by words: its name, its axes and their points, its algorithms."""

from typing import Any

from lab.runs.search import MAX_SEARCHED_LENGTH
from lab_model.experiments.cells import Expansion


def searched_text(name: str, expansion: Expansion) -> str:
    """Lower-case, each part on a line of its own, between line ends (`lab.runs.search`)."""
    groups = expansion.definition.base.flows
    algorithms = {group.algorithm.name for group in groups}
    for axis in expansion.axes:
        for point in axis.points:
            algorithms.update(map(_algorithm_of, axis.paths, point.values))
    labels = [group.label for group in groups]
    labels += [axis.label for axis in expansion.axes]
    labels += [
        point.text for axis in expansion.axes if axis.scale == "category" for point in axis.points
    ]
    # Python's dict keeps the order in which the labels come.
    parts = [name, *sorted(algorithms - {""}), *dict.fromkeys(filter(None, labels))]
    text = "\n".join(part.lower() for part in parts)
    return f"\n{text[:MAX_SEARCHED_LENGTH]}\n"


def _algorithm_of(path: str, value: Any) -> str:
    """The algorithm that a point sets; empty if it sets something else."""
    if path.endswith(".algorithm") and isinstance(value, dict):
        return str(value.get("name", ""))
    return value if path.endswith(".algorithm.name") and isinstance(value, str) else ""
