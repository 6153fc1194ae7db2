"""Several seeds of the same settings together: their numbers, and curves over all of them."""

from lab_model.seeds.curves import (
    POINT_S,
    SeedSeries,
    curves_over,
    point_samples,
    seed_arm,
    thinned,
)
from lab_model.seeds.schemas import (
    MeanCurve,
    SeedArm,
    SeedCurves,
    SeedResult,
    SeedsTogether,
    seed_result,
)

__all__ = [
    "POINT_S",
    "MeanCurve",
    "SeedArm",
    "SeedCurves",
    "SeedResult",
    "SeedSeries",
    "SeedsTogether",
    "curves_over",
    "point_samples",
    "seed_arm",
    "seed_result",
    "thinned",
]
