"""Logarithm and exponential that give the same digits everywhere.

Those of C libraries and of NumPy differ in the last digit between processors and systems. These
take additions, multiplications and divisions of IEEE 754 alone: the method and the constants are
those of FDLIBM (Sun Microsystems, 1993, e_log.c and e_exp.c), their error is below one unit in the
last place.
"""

import math
from typing import Final

_LN2_HIGH: Final = 6.93147180369123816490e-01
_LN2_LOW: Final = 1.90821492927058770002e-10
_LN2: Final = 0.6931471805599453
_ROOT_HALF: Final = 0.7071067811865476
_LOG: Final = (
    6.666666666666735130e-01,
    3.999999999940941908e-01,
    2.857142874366239149e-01,
    2.222219843214978396e-01,
    1.818357216161805012e-01,
    1.531383769920937332e-01,
    1.479819860511658591e-01,
)
_EXP: Final = (
    1.66666666666666019037e-01,
    -2.77777777770155933842e-03,
    6.61375632143793436117e-05,
    -1.65339022054652515390e-06,
    4.13813679705723846039e-08,
)
_LARGEST: Final = 709.782712893384
_SMALLEST: Final = -745.1332191019411


def log_of(value: float) -> float:
    """Natural logarithm of a number above zero."""
    if value == math.inf:
        return value
    part, exponent = math.frexp(value)
    if part < _ROOT_HALF:
        part, exponent = 2 * part, exponent - 1
    above = part - 1
    ratio = above / (2 + above)
    square = ratio * ratio
    rest = 0.0
    for coefficient in reversed(_LOG):
        rest = square * (coefficient + rest)
    half = 0.5 * above * above
    low = ratio * (half + rest) + exponent * _LN2_LOW
    return exponent * _LN2_HIGH - ((half - low) - above)


def exp_of(value: float) -> float:
    """e to this power: infinite where it is larger than any number. NaN stays."""
    if math.isnan(value) or value > _LARGEST:
        return value if math.isnan(value) else math.inf
    if value < _SMALLEST:
        return 0.0
    exponent = math.floor(value / _LN2 + 0.5) if abs(value) > _LN2_HIGH / 2 else 0
    high, low = value - exponent * _LN2_HIGH, exponent * _LN2_LOW
    part = high - low
    square = part * part
    rest = 0.0
    for coefficient in reversed(_EXP):
        rest = square * (coefficient + rest)
    middle = part - rest
    return math.ldexp(1 - ((low - part * middle / (2 - middle)) - high), exponent)
