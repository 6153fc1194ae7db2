"""Numbers of an experiment as arrays over its axes and seeds, in the form that xarray reads."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from fairtt_lab.series import FloatArray
from lab_model.experiments import Expansion, Metric
from lab_model.experiments.axes import ResolvedAxis
from lab_model.experiments.unit_rows import cell_value

SEED = "seed"
Json = dict[str, Any]


def grid_of(
    expansion: Expansion, units: pd.DataFrame, metrics: Sequence[Metric], title: str
) -> Json:
    """What `xarray.Dataset.from_dict` takes: a variable per metric with a dimension per axis, named
    by its label, then `seed`. NaN where a cell has no such seed or the unit no such number.

    The coordinate of an axis has its values in SI units, or the names of its points where they are
    no plain numbers or an axis has names or several moves. Every path that an axis sets is a
    coordinate along it, too. `units` is the table of units.
    """
    names = _dimensions(expansion.axes, [metric.name for metric in metrics])
    numbers = units[SEED].to_numpy(dtype=np.int64)
    seeds = np.unique(numbers)
    coordinates: Json = {}
    for name, axis in zip(names, expansion.axes, strict=True):
        coordinates |= _coordinates(name, axis)
    coordinates[SEED] = {"dims": (SEED,), "data": seeds, "attrs": {}}
    shape = (*expansion.shape, len(seeds))
    places = (units["cell_index"].to_numpy(dtype=np.int64), np.searchsorted(seeds, numbers))
    variables = {
        metric.name: {
            "dims": (*names, SEED),
            "data": _placed(units[metric.name].to_numpy(dtype=float), places, shape),
            "attrs": {
                "long_name": metric.label,
                "units": metric.unit or "1",
                "description": metric.definition,
            },
        }
        for metric in metrics
    }
    sizes = dict(zip((*names, SEED), shape, strict=True))
    return {"dims": sizes, "coords": coordinates, "data_vars": variables, "attrs": {"title": title}}


def _placed(values: FloatArray, places: tuple[Any, Any], shape: tuple[int, ...]) -> FloatArray:
    cells, seeds = places
    flat = np.full((int(np.prod(shape[:-1])), shape[-1]), np.nan)
    flat[cells, seeds] = values
    return flat.reshape(shape)


def _coordinates(name: str, axis: ResolvedAxis) -> Json:
    """By name: of the dimension itself, and of every path that the axis sets."""
    found: Json = {}
    for column, path in enumerate(axis.paths):
        values = [cell_value(point.values[column]) for point in axis.points]
        found[path] = {"dims": (name,), "data": values, "attrs": {}}
    is_scale = axis.scale != "category" and len(axis.paths) == 1
    points = found[axis.paths[0]]["data"] if is_scale else [point.text for point in axis.points]
    return found | {name: {"dims": (name,), "data": points, "attrs": {"long_name": axis.label}}}


def _dimensions(axes: Sequence[ResolvedAxis], metrics: Sequence[str]) -> list[str]:
    """Names of the axes, each once and of nothing else: two may have one label."""
    taken = {SEED, *metrics, *(path for axis in axes for path in axis.paths)}
    names = []
    for axis in axes:
        number, name = 2, axis.label
        while name in taken:
            name = f"{axis.label} {number}"
            number += 1
        taken.add(name)
        names.append(name)
    return names
