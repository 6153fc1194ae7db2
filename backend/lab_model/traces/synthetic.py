"""Makes the shipped delivery traces, in Mahimahi's meaning: one number per 1,500 bytes, in ms.

They are synthetic: drawn from simple models with a fixed seed, so that everybody gets the same
bytes, and measured nowhere. What each one is like is said in its recipe. `random.Random.random()`
gives the same numbers for the same seed in every version of Python.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Final

from lab_model.scenarios.changes import OPPORTUNITY_BITS

_STEP_MS: Final = 20


@dataclass(frozen=True)
class Recipe:
    """How a trace is drawn.

    The logarithm of the rate follows a first-order autoregressive process, which changes every
    20 ms and forgets half of its deviation in `half_life_ms`. The link sends what has gathered
    every `burst_ms`, and nothing at all in `gaps_ms`, from and to. With `redraws_after_gaps` the
    deviation is drawn anew after each gap, as from another sender.
    """

    name: str
    title: str
    about: str
    seed: int
    period_ms: int
    mean_bps: float
    """The mean rate of the process, before the gaps take their part."""
    spread: float
    """Standard deviation of the natural logarithm of the rate."""
    half_life_ms: float
    burst_ms: int
    gaps_ms: tuple[tuple[int, int], ...] = ()
    redraws_after_gaps: bool = False


RECIPES: Final = (
    Recipe(
        name="lte-like",
        title="LTE-like",
        about="Synthetic: a rate that moves within a second, as beside a moving phone",
        seed=17,
        period_ms=8_000,
        mean_bps=4_000_000,
        spread=0.6,
        half_life_ms=400,
        burst_ms=1,
    ),
    Recipe(
        name="wifi-like",
        title="Wi-Fi-like",
        about="Synthetic: bursts every 5 ms, as with aggregated frames, at a slowly moving rate",
        seed=23,
        period_ms=8_000,
        mean_bps=12_000_000,
        spread=0.25,
        half_life_ms=1_000,
        burst_ms=5,
    ),
    Recipe(
        name="handover-like",
        title="Handover-like",
        about="Synthetic: as LTE-like, with 150 and 600 ms in which nothing leaves",
        seed=41,
        period_ms=12_000,
        mean_bps=6_000_000,
        spread=0.4,
        half_life_ms=400,
        burst_ms=1,
        gaps_ms=((4_000, 4_150), (8_500, 9_100)),
    ),
    Recipe(
        name="leo-like",
        title="LEO-like",
        about="Synthetic: another satellite every 15 s, each at its own rate, after a gap",
        seed=53,
        period_ms=30_000,
        mean_bps=6_000_000,
        spread=0.4,
        half_life_ms=6_000,
        burst_ms=1,
        gaps_ms=((7_000, 7_090), (22_000, 22_140)),
        redraws_after_gaps=True,
    ),
    Recipe(
        name="5g-like",
        title="5G-like",
        about="Synthetic: fast and uneven, with 250 ms in which something stands in the beam",
        seed=67,
        period_ms=6_000,
        mean_bps=30_000_000,
        spread=0.7,
        half_life_ms=200,
        burst_ms=1,
        gaps_ms=((3_500, 3_750),),
    ),
)


def opportunities_ms(recipe: Recipe) -> list[int]:
    """The times of one period, never falling; the last one is its end."""
    times: list[int] = []
    credit = 0.0
    for now_ms, rate_bps in enumerate(_rates_bps(recipe), start=1):
        if any(from_ms < now_ms <= to_ms for from_ms, to_ms in recipe.gaps_ms):
            continue
        credit += rate_bps / 1000 / OPPORTUNITY_BITS
        if now_ms % recipe.burst_ms == 0:
            times += [now_ms] * int(credit)
            credit -= int(credit)
    if not times or times[-1] != recipe.period_ms:
        times.append(recipe.period_ms)
    return times


def _rates_bps(recipe: Recipe) -> Iterator[float]:
    """One for each ms."""
    random = Random(recipe.seed)  # noqa: S311  nothing secret
    kept = 0.5 ** (_STEP_MS / recipe.half_life_ms)
    moved = recipe.spread * math.sqrt(1 - kept * kept)
    deviation = 0.0
    ends_ms = {to_ms for _, to_ms in recipe.gaps_ms} if recipe.redraws_after_gaps else set()
    # The mean of a log-normal variable lies above its median.
    median_bps = recipe.mean_bps * math.exp(-recipe.spread * recipe.spread / 2)
    for now_ms in range(recipe.period_ms):
        if now_ms % _STEP_MS == 0:
            deviation = kept * deviation + moved * _normal(random)
        if now_ms in ends_ms:
            deviation = recipe.spread * _normal(random)
        yield median_bps * math.exp(deviation)


def _normal(random: Random) -> float:
    """Box and Muller 1958; `Random.gauss()` promises no numbers."""
    radius = math.sqrt(-2 * math.log(1 - random.random()))
    return radius * math.cos(2 * math.pi * random.random())
