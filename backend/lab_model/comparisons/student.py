"""Student's t distribution in plain Python: a page without a server has no SciPy.

P(|T| > t) with f degrees of freedom is the regularised incomplete beta function I(f/2, 1/2) at
f / (f + t^2); the quantile is found by Newton's method. Continued fraction of I: NIST Digital
Library of Mathematical Functions, 8.17.22. With whole degrees of freedom the same digits come out
everywhere (`lab_model.comparisons.elementary`).
"""

import math
from functools import lru_cache
from typing import Final

from lab_model.comparisons.elementary import exp_of, log_of

_OUTSIDE: Final = 0.05
_MOST_STEPS: Final = 60
_ROUNDING: Final = 1e-15
_MOST_TERMS: Final = 10_000
_SMALLEST: Final = 1e-300
_LAST_STEP: Final = 1e-10
"""Steps square their error."""
_START: Final = 1.9599
"""A little below the quantile of the normal distribution, which all others are above."""


@lru_cache(maxsize=4096)
def student_t_quantile(freedom: float) -> float:
    """Two-sided 95 % quantile: 2.093 with 19 degrees of freedom. NaN below 1."""
    if not freedom >= 1:
        return math.nan
    # Seen from below the tail is convex in t, so that no step goes too far.
    t = _START
    for _ in range(_MOST_STEPS):
        step = (tail_of(t, freedom) - _OUTSIDE) / (2 * _density(t, freedom))
        t += step
        if abs(step) <= _LAST_STEP * t:
            break
    return t


def tail_of(t: float, freedom: float) -> float:
    """P(|T| > t), of t >= 0: the p value of a two-sided t test."""
    if math.isnan(t):
        return t
    square = t * t
    inside, outside = freedom / (freedom + square), square / (freedom + square)
    if math.isinf(square) or inside == 0:
        return 0.0
    a = freedom / 2
    if inside < (a + 1) / (a + 2.5):
        return _beta_below(inside, outside, a, 0.5, freedom)
    return 1.0 if outside == 0 else 1 - _beta_below(outside, inside, 0.5, a, freedom)


def _density(t: float, freedom: float) -> float:
    power = exp_of(-(freedom + 1) / 2 * log_of(1 + t * t / freedom))
    return _gamma_quotient(freedom) / math.sqrt(freedom * math.pi) * power


@lru_cache(maxsize=4096)
def _gamma_quotient(freedom: float) -> float:
    """Gamma((f + 1) / 2) / Gamma(f / 2)."""
    if freedom != int(freedom):
        return math.exp(math.lgamma((freedom + 1) / 2) - math.lgamma(freedom / 2))
    first = 2 - int(freedom) % 2
    quotient = 1 / math.sqrt(math.pi) if first == 1 else math.sqrt(math.pi) / 2
    for below in range(first, int(freedom), 2):
        quotient *= (below + 1) / below
    return quotient


def _beta_below(x: float, y: float, a: float, b: float, freedom: float) -> float:
    """I_x(a, b) of f/2 and 1/2 where its continued fraction converges fast, by Lentz's method.
    y = 1 - x.
    """
    front = exp_of(a * log_of(x) + b * log_of(y)) * _gamma_quotient(freedom) / math.sqrt(math.pi)
    above, below = 1.0, 1 / _nonzero(1 - (a + b) * x / (a + 1))
    fraction = below
    for term in range(1, _MOST_TERMS):
        even = term * (b - term) * x / ((a + 2 * term - 1) * (a + 2 * term))
        odd = -(a + term) * (a + b + term) * x / ((a + 2 * term) * (a + 2 * term + 1))
        for part in (even, odd):
            below = 1 / _nonzero(1 + part * below)
            above = _nonzero(1 + part / above)
            fraction *= above * below
        if abs(above * below - 1) <= _ROUNDING:
            break
    return front * fraction / a


def _nonzero(value: float) -> float:
    return value if abs(value) > _SMALLEST else _SMALLEST
