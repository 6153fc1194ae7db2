"""Experiments: many scenarios from one, run with many seeds each, and what their numbers say.

    definition.py   the schema: base scenario, axes, replications
    axes.py         axes with their values and the texts of their points
    cells.py        every combination of points as a scenario; digests and predicted packets

These modules are pure: no database, no HTTP, no core. docs/experiments.md draws the borders.
"""

from lab.experiments.axes import Point, ResolvedAxis, resolve_axes
from lab.experiments.cells import CellWork, Expansion, read_definition, read_experiment
from lab.experiments.definition import (
    Axis,
    ExperimentDefinition,
    LinearRange,
    LogarithmicRange,
    Move,
    Replications,
    ValueList,
)
from lab.experiments.json_schema import experiment_json_schema
from lab.experiments.limits import EXPERIMENT_LIMITS, ExperimentLimits
from lab.experiments.problems import InvalidExperimentError

__all__ = [
    "EXPERIMENT_LIMITS",
    "Axis",
    "CellWork",
    "Expansion",
    "ExperimentDefinition",
    "ExperimentLimits",
    "InvalidExperimentError",
    "LinearRange",
    "LogarithmicRange",
    "Move",
    "Point",
    "Replications",
    "ResolvedAxis",
    "ValueList",
    "experiment_json_schema",
    "read_definition",
    "read_experiment",
    "resolve_axes",
]
