"""Experiments: many scenarios from one, run with many seeds each, and what their numbers say.

    definition.py   the schema: base scenario, axes, replications (definition_fields.py)
    axes.py         axes with their values and the texts of their points
    cells.py        every combination of points as a scenario; digests and predicted packets
    unit_class.py   which runs cost about the same per packet
    numbers.py      what is kept of a result, by name
    metrics.py      what each name means: label, unit, definition, fair value, scale, average
    estimates.py    mean, median and 95 % intervals over seeds, of all cells at once
    paired.py       arms compared seed by seed; sentences.py says it in words

These modules are pure: no database, no HTTP, no core. docs/experiments.md draws the borders.
A page without a server runs some of them without NumPy, so that a name is imported when it is used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from lab_model.experiments.axes import Point, ResolvedAxis, resolve_axes
    from lab_model.experiments.cell_estimate import Estimate
    from lab_model.experiments.cells import CellWork, Expansion, read_definition, read_experiment
    from lab_model.experiments.definition import ExperimentDefinition
    from lab_model.experiments.definition_fields import (
        Axis,
        LinearRange,
        LogarithmicRange,
        Move,
        Replications,
        ValueList,
    )
    from lab_model.experiments.estimates import (
        Estimates,
        bootstrap_interval,
        estimate_cell,
        estimate_cells,
    )
    from lab_model.experiments.json_schema import experiment_json_schema
    from lab_model.experiments.limits import EXPERIMENT_LIMITS, ExperimentLimits
    from lab_model.experiments.metrics import Metric, UnknownMetricError, find_metric, metrics_of
    from lab_model.experiments.numbers import numbers_of
    from lab_model.experiments.paired import Differences, compare_cells
    from lab_model.experiments.problems import InvalidExperimentError
    from lab_model.experiments.sentences import difference_sentence

__all__ = [
    "EXPERIMENT_LIMITS",
    "Axis",
    "CellWork",
    "Differences",
    "Estimate",
    "Estimates",
    "Expansion",
    "ExperimentDefinition",
    "ExperimentLimits",
    "InvalidExperimentError",
    "LinearRange",
    "LogarithmicRange",
    "Metric",
    "Move",
    "Point",
    "Replications",
    "ResolvedAxis",
    "UnknownMetricError",
    "ValueList",
    "bootstrap_interval",
    "compare_cells",
    "difference_sentence",
    "estimate_cell",
    "estimate_cells",
    "experiment_json_schema",
    "find_metric",
    "metrics_of",
    "numbers_of",
    "read_definition",
    "read_experiment",
    "resolve_axes",
]

_HOMES: Final = {
    "axes": (
        "Point",
        "ResolvedAxis",
        "resolve_axes",
    ),
    "cells": (
        "CellWork",
        "Expansion",
        "read_definition",
        "read_experiment",
    ),
    "definition": ("ExperimentDefinition",),
    "definition_fields": (
        "Axis",
        "LinearRange",
        "LogarithmicRange",
        "Move",
        "Replications",
        "ValueList",
    ),
    "cell_estimate": ("Estimate",),
    "estimates": (
        "Estimates",
        "bootstrap_interval",
        "estimate_cell",
        "estimate_cells",
    ),
    "json_schema": ("experiment_json_schema",),
    "limits": (
        "EXPERIMENT_LIMITS",
        "ExperimentLimits",
    ),
    "metrics": (
        "Metric",
        "UnknownMetricError",
        "find_metric",
        "metrics_of",
    ),
    "numbers": ("numbers_of",),
    "paired": (
        "Differences",
        "compare_cells",
    ),
    "problems": ("InvalidExperimentError",),
    "sentences": ("difference_sentence",),
}
_HOME_OF: Final = {name: home for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    home = _HOME_OF.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{home}"), name)
