"""The way from the shipped grid of an experiment to the paper's own, in steps that each end whole.

After every step the definition and its results are written, so Ctrl-C loses the step that was
under way and no more. Steps only add: every cell and seed that was there stays, bit for bit.
"""

import copy
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from lab_cli.kit.output_file import write_text
from lab_model.experiments import read_experiment
from lab_model.papers.claims import PaperName
from lab_model.papers.experiments import (
    DEFINITION_SUFFIX,
    DEFINITIONS_FOLDER,
    ExperimentFile,
    load_experiments,
)
from lab_research.reproduce.run import Plan

FULL_SUFFIX: Final = "-full"

Definition = dict[str, Any]
Axis = dict[str, Any]


@dataclass(frozen=True)
class Step:
    """A larger grid of an experiment."""

    key: str
    what: str
    """What is new in it."""
    definition: Definition

    @property
    def plan(self) -> Plan:
        """All its units; those that are shipped need not be computed."""
        expansion = read_experiment(self.definition)
        entry = load_experiments()[self.key]
        cells = list(range(expansion.cell_count))
        return Plan(self.key, expansion, entry.measures, cells, list(expansion.seeds))


def growing_keys(paper: PaperName) -> list[str]:
    """The shipped experiments that have a full grid."""
    entries = load_experiments()
    return [
        key
        for key, entry in entries.items()
        if entry.paper == paper and entry.is_shipped and f"{key}{FULL_SUFFIX}" in entries
    ]


def steps_of(key: str) -> Iterator[Step]:
    """First more seeds, then the points of each axis, one at a time: buffers before all others."""
    entries = load_experiments()
    definition = copy.deepcopy(entries[key].definition)
    full = entries[f"{key}{FULL_SUFFIX}"].definition
    seeds = full["replications"]["count"]
    if definition["replications"]["count"] < seeds:
        definition = copy.deepcopy(definition)
        definition["replications"]["count"] = seeds
        yield Step(key, f"{seeds} seeds", definition)
    for axis in sorted(full["axes"], key=lambda item: item["label"] != "Buffer"):
        for place in range(len(_values(axis))):
            grown = _with_point(definition, axis, place)
            if grown is not None:
                definition = grown
                yield Step(key, f"{axis['label']} {_text(axis, place)}", definition)


def write_definition(step: Step, folder: Path | None = None) -> None:
    """The step's grid becomes the experiment's own."""
    entry = load_experiments()[step.key]
    path = (folder or Path(str(DEFINITIONS_FOLDER))) / f"{step.key}{DEFINITION_SUFFIX}"
    write_text(path, _written(entry, step.definition))


def _values(axis: Axis) -> list[Any]:
    values: list[Any] = axis["moves"][0]["values"]["values"]
    return values


def _text(axis: Axis, place: int) -> str:
    names = axis.get("names")
    return str(names[place]) if names else f"{_values(axis)[place]:g}"


def _with_point(definition: Definition, full_axis: Axis, place: int) -> Definition | None:
    """The definition with one more point of the full axis, in order; None if it has it."""
    grown = copy.deepcopy(definition)
    axis = next(item for item in grown["axes"] if item["label"] == full_axis["label"])
    value = _values(full_axis)[place]
    present = _values(axis)
    if value in present:
        return None
    at = sum(other < value for other in present)
    for move, full_move in zip(axis["moves"], full_axis["moves"], strict=True):
        move["values"]["values"].insert(at, full_move["values"]["values"][place])
    if "names" in axis:
        axis["names"].insert(at, full_axis["names"][place])
    return grown


def _written(entry: ExperimentFile, definition: Definition) -> str:
    """The entry as the files are written: one line for each axis."""

    def line(value: object) -> str:
        return json.dumps(value, ensure_ascii=False)

    head = {"paper": entry.paper, "title": entry.title}
    kind = {"measures": entry.measures, "is_shipped": entry.is_shipped}
    first = {name: definition[name] for name in ("version", "name")}
    last = {
        name: value
        for name, value in definition.items()
        if name not in ("version", "name", "base", "axes")
    }
    axes = ",\n".join(line(axis) for axis in definition["axes"])
    return (
        f'{line(head)[:-1]},\n"purpose": {line(entry.purpose)},\n{line(kind)[1:-1]},\n'
        f'"definition": {line(first)[:-1]},\n"base": {line(definition["base"])},\n'
        f'"axes": [\n{axes}\n],\n{line(last)[1:]}}}\n'
    )
