"""Numbers in sentences: settings exactly as set, measurements in four significant digits. Texts in
TeX.
"""

from typing import Final

ABSENT: Final = "undefined"
_DIGITS: Final = 8
"""Digits of a digest between two places where it may be broken."""

_TEX: Final = {
    **{char: f"\\{char}" for char in "&%$#_{}"},
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
}


def exact(value: float) -> str:
    """A setting: as many digits as it has, no more."""
    return f"{value:,.0f}" if float(value).is_integer() else f"{value:.12g}"


def rate(rate_bps: float) -> str:
    """A setting in the unit in which it is a handy number."""
    for unit, factor in (("Gbit/s", 1e9), ("Mbit/s", 1e6), ("kbit/s", 1e3)):
        if rate_bps >= factor:
            return f"{exact(rate_bps / factor)} {unit}"
    return f"{exact(rate_bps)} bit/s"


def time(time_s: float) -> str:
    """A setting in seconds, or in milliseconds below one."""
    if time_s == 0 or time_s >= 1:
        return f"{exact(time_s)} s"
    return f"{exact(round(time_s * 1000, 9))} ms"


def measured(value: float | None, unit: str, per_unit: float = 1.0) -> str:
    """A measurement in `unit`, of which one is `per_unit`."""
    if value is None:
        return ABSENT
    number = f"{value / per_unit:.4g}"
    if "e+" in number:
        number = f"{value / per_unit:.0f}"
    return f"{number} {unit}".rstrip()


def tex_text(text: str) -> str:
    """A text as TeX and BibTeX take it."""
    return "".join(_TEX.get(char, char) for char in text)


def tex_digest(digest: str) -> str:
    """A digest that may break across lines of a page."""
    parts = (digest[start : start + _DIGITS] for start in range(0, len(digest), _DIGITS))
    return r"\allowbreak ".join(parts)
