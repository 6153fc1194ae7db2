"""Decimal arithmetic on what a person typed: 0.3 is three tenths, not the double next to it."""

from fractions import Fraction


def exact(value: float) -> Fraction:
    """The shortest decimal that reads back as `value`, as a fraction."""
    return Fraction(repr(value))
