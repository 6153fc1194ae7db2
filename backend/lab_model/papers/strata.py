"""The conditions that a claim covers, each with the claim's quantity at that condition alone.

A claim on "all RTTs and splits" is a claim on each of them: an average over the cells can lie
within its bounds because of a few of them. So its quantity is computed once more for every cell
that it averages, or for every pair of cells that it compares.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from lab_model.experiments import ResolvedAxis
from lab_model.papers.claims import Quantity, Selection
from lab_model.papers.measured import Library
from lab_model.papers.quantities import ARM_AXIS, Context, NotComputedError, points_of


@dataclass(frozen=True)
class Condition:
    """One combination of points, and the quantity there."""

    label: str
    quantity: Quantity


@dataclass(frozen=True)
class Conditions:
    """All that a quantity averages over."""

    axes: list[str]
    """The axes on which the conditions differ."""
    items: list[Condition]


def conditions_of(quantity: Quantity, library: Library, context: Context) -> Conditions | None:
    """The conditions; None if there is one only, or if the quantity is of many cells by its nature:
    a lowest, a spread, a part of the cells, a mean of experiments.

    The quantity comes in the claim's terms, those of the conditions are in the context's.
    """
    parts = [context.apply(part) for part in quantity.parts]
    if quantity.combine == "mean" or any(part.across != "mean" for part in parts):
        return None
    if len({part.experiment for part in parts}) != 1:
        return None
    measured = library.get(parts[0].experiment)
    if measured is None:
        raise NotComputedError(parts[0].experiment)
    axes = measured.expansion.axes
    places = [points_of(measured, part.cells) for part in parts]
    columns = [_pairs([place[index] for place in places]) for index in range(len(axes))]
    varied = [
        index
        for index, axis in enumerate(axes)
        if axis.label != ARM_AXIS and len(columns[index]) > 1
    ]
    if not varied:
        return None
    return Conditions(
        axes=[axes[index].label for index in varied],
        items=[
            Condition(
                label=", ".join(_label(axes[index], chosen[index]) for index in varied),
                quantity=_at(quantity, parts, axes, chosen),
            )
            for chosen in product(*columns)
        ],
    )


def _pairs(places: list[list[int]]) -> list[tuple[int, ...]]:
    """What the parts are taken at together: the same points one by one, else each with each."""
    if all(place == places[0] for place in places):
        return [(point,) * len(places) for point in places[0]]
    return list(product(*places))


def _label(axis: ResolvedAxis, chosen: tuple[int, ...]) -> str:
    texts = dict.fromkeys(axis.points[point].text for point in chosen)
    return " against ".join(texts)


def _at(
    quantity: Quantity,
    parts: Sequence[Selection],
    axes: Sequence[ResolvedAxis],
    chosen: tuple[tuple[int, ...], ...],
) -> Quantity:
    selections = [
        part.model_copy(
            update={
                "cells": {
                    axis.label: [axis.points[chosen[index][position]].text]
                    for index, axis in enumerate(axes)
                }
            }
        )
        for position, part in enumerate(parts)
    ]
    return quantity.model_copy(update={"parts": selections})
