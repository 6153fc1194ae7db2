"""The time of a sweep, estimated from a small part of it that is computed.

The runs are put into strata: sorted by their expected time, then by cell and seed, and
cut into pieces of equal size, so that neighbours in the grid lie together. A seeded draw takes two
runs of each piece. The time of all follows from the ratio of the time of the drawn ones to their
expected time, and the interval from how much the two of a piece differ (the combined ratio
estimator of stratified samples: W. G. Cochran, Sampling Techniques, 3rd ed. 1977, 6.11 and 6.12).

The interval is that of the draw. A machine that is busier now than later makes all numbers larger.
"""

import math
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

import numpy as np

from lab_exec.errors import RunFailedError
from lab_exec.experiments.pool import Pool
from lab_exec.experiments.units import Outcome, Unit, UnitCost, compute
from lab_model.experiments import Expansion
from lab_model.experiments.estimates import student_t_quantiles

DEFAULT_SHARE: Final = 0.01
DEFAULT_SEED: Final = 1
_OF_A_STRATUM: Final = 2
# Fewer say nothing about their spread.
LEAST_SAMPLE: Final = 10


@dataclass(frozen=True)
class Stratum:
    """Runs that are alike, and those of them that were drawn."""

    size: int
    expected_s: float
    """Time of all its runs together."""
    drawn: tuple[Unit, ...]


@dataclass(frozen=True)
class Total:
    """An estimated sum over all runs with its 95 % interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Forecast:
    """What runs will take, from those that were drawn."""

    run_count: int
    sample_count: int
    sample_cpu_s: float
    cpu_s: Total
    """CPU time of all runs, the drawn ones included."""
    loading_cpu_s: float
    """Time that a process takes to load, once."""

    @property
    def sample_share(self) -> float:
        """The drawn runs as a part of all."""
        return self.sample_count / self.run_count


def draw(
    units: Sequence[Unit], share: float = DEFAULT_SHARE, seed: int = DEFAULT_SEED
) -> list[Stratum]:
    """Two runs of each stratum, so many strata that they are this share of all; at least
    `LEAST_SAMPLE` runs, or all where there are fewer.
    """
    ordered = sorted(units, key=lambda unit: (unit.predicted_packets, unit.cell_index, unit.seed))
    wanted = min(len(ordered), max(LEAST_SAMPLE, math.ceil(len(ordered) * share)))
    if wanted == len(ordered):
        return [Stratum(wanted, sum(unit.expected_s for unit in ordered), tuple(ordered))]
    stratum_count = wanted // _OF_A_STRATUM
    ends = [round(len(ordered) * place / stratum_count) for place in range(stratum_count + 1)]
    extra = wanted - _OF_A_STRATUM * stratum_count
    chance = random.Random(seed)  # noqa: S311  # a sample, no secret
    strata: list[Stratum] = []
    for place in range(stratum_count):
        members = ordered[ends[place] : ends[place + 1]]
        count = min(len(members), _OF_A_STRATUM + (1 if place < extra else 0))
        drawn = tuple(chance.sample(members, count))
        strata.append(Stratum(len(members), sum(unit.expected_s for unit in members), drawn))
    return strata


def total_of(strata: Sequence[Stratum], values: Mapping[Unit, float]) -> Total:
    """The sum of a quantity over all runs, of which the drawn ones' values are known."""
    weighted = sum(s.size * _mean([values[unit] for unit in s.drawn]) for s in strata)
    expected = sum(s.size * _mean([unit.expected_s for unit in s.drawn]) for s in strata)
    ratio = weighted / expected
    all_expected = sum(stratum.expected_s for stratum in strata)
    variance = 0.0
    for stratum in strata:
        count = len(stratum.drawn)
        if count == stratum.size:
            continue
        rests = [values[unit] - ratio * unit.expected_s for unit in stratum.drawn]
        spread = float(np.var(rests, ddof=1))
        variance += stratum.size**2 * (1 - count / stratum.size) / count * spread
    freedom = sum(len(stratum.drawn) - 1 for stratum in strata)
    half = float(student_t_quantiles(max(1, freedom))) * math.sqrt(variance)
    half *= all_expected / expected
    value = ratio * all_expected
    # The time of the drawn ones is known, so all cannot take less.
    least = sum(values[unit] for stratum in strata for unit in stratum.drawn)
    return Total(value, max(least, value - half), value + half)


def drawn_units(strata: Sequence[Stratum]) -> list[Unit]:
    """The sample, the most expensive first."""
    drawn = [unit for stratum in strata for unit in stratum.drawn]
    return sorted(drawn, key=lambda unit: -unit.predicted_packets)


def forecast(
    expansion: Expansion,
    strata: Sequence[Stratum],
    process_count: int,
    on_outcome: Callable[[Outcome], object] | None = None,
    pool: Pool | None = None,
) -> Forecast:
    """Computes the drawn units and says what all will take; in the processes of `pool`, if given.

    Raises `RunFailedError` if a drawn run fails, `KeyboardInterrupt` if it is broken off.
    """
    costs: list[UnitCost] = []
    loading_s: list[float] = []

    def take(outcome: Outcome) -> None:
        if outcome.failed:
            failed = outcome.failed[0]
            raise RunFailedError(
                f"A run of the sample failed, so nothing is predicted: cell "
                f"{failed.unit.cell_index}, seed {failed.unit.seed}: {failed.reason}"
            )
        costs.extend(outcome.costs)
        loading_s.append(outcome.loading_cpu_s)
        if on_outcome is not None:
            on_outcome(outcome)

    if not compute(expansion, drawn_units(strata), process_count, take, pool):
        raise KeyboardInterrupt("interrupted: nothing is predicted")
    seconds = {cost.unit: cost.cpu_s for cost in costs}
    return Forecast(
        run_count=sum(stratum.size for stratum in strata),
        sample_count=len(seconds),
        sample_cpu_s=sum(seconds.values()),
        cpu_s=total_of(strata, seconds),
        loading_cpu_s=_mean(loading_s),
    )


def forecast_document(found: Forecast) -> dict[str, Any]:
    """The forecast as JSON."""
    return {**asdict(found), "sample_share": found.sample_share}


def forecast_sentence(found: Forecast, process_count: int) -> str:
    """The sentence that is printed."""
    low, high = (value / process_count for value in (found.cpu_s.low, found.cpu_s.high))
    processors = "processor" if process_count == 1 else "processors"
    return (
        f"{found.sample_count} of {found.run_count} runs ({found.sample_share:.1%}) took "
        f"{duration_text(found.sample_cpu_s)} of CPU. All will take "
        f"{duration_text(found.cpu_s.value)}, with 95 % {duration_text(found.cpu_s.low)} to "
        f"{duration_text(found.cpu_s.high)}: on {process_count} {processors} that do nothing else "
        f"{duration_text(low)} to {duration_text(high)}, if they stay as fast as they were."
    )


_MINUTE_S: Final = 60.0
_HOUR_S: Final = 3600.0
# Up to so many of a unit it is the better one to read.
_MOST: Final = 2.0


def duration_text(seconds: float) -> str:
    """Three digits, in the unit that suits."""
    if seconds >= _MOST * _HOUR_S:
        return f"{seconds / _HOUR_S:.3g} h"
    if seconds >= _MOST * _MINUTE_S:
        return f"{seconds / _MINUTE_S:.3g} min"
    return f"{seconds:.3g} s"


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
