"""The one table of limits of experiments, beside that of scenarios."""

from dataclasses import dataclass, fields
from typing import Final


@dataclass(frozen=True)
class ExperimentLimits:
    """Bounds of an experiment of version 1. Inclusive.

    What one cell may cost is bounded by the limits of a scenario: 2 billion predicted packets.
    """

    max_axis_count: int = 4
    # Paths that one axis moves together.
    max_move_count: int = 16
    max_path_length: int = 200
    max_point_text_length: int = 80
    max_cell_count: int = 10_000
    # (cell, seed).
    max_unit_count: int = 200_000
    max_replication_count: int = 10_000
    # Ends of a range: beyond every bound of a scenario, and far from where doubles overflow.
    max_range_end: float = 1e15
    min_logarithmic_end: float = 1e-15
    # A definition may be wrong in every cell; more sentences help no one.
    max_problem_count: int = 20


EXPERIMENT_LIMITS: Final = ExperimentLimits()


def experiment_limits_table() -> list[tuple[str, int | float]]:
    """All limits as (name, value), in the order of their declaration."""
    return [
        (field.name, getattr(EXPERIMENT_LIMITS, field.name)) for field in fields(ExperimentLimits)
    ]
