"""Decimal arithmetic on what a person typed: 0.3 is three tenths, not the double next to it."""

from fractions import Fraction
from functools import lru_cache
from typing import Final

# The cells of an experiment share most of their numbers, and making a fraction from text is slow.
_REMEMBERED: Final = 4096


@lru_cache(maxsize=_REMEMBERED)
def exact(value: float) -> Fraction:
    """The shortest decimal that reads back as `value`, as a fraction."""
    return Fraction(repr(value))
