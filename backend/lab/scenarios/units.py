"""Values with their unit in a sentence. The unit is the last word of a field's name."""

from typing import Final

from pydantic import JsonValue

_UNITS: Final = {"s": "s", "bps": "bit/s", "bytes": "bytes", "packets": "packets"}
_LONGEST_NUMBER: Final = 40


def unit_of(name: str) -> str:
    """Unit of a dotted path or a field's name; empty if it has none."""
    return _UNITS.get(name.rsplit("_", maxsplit=1)[-1], "") if "_" in name else ""


def number_text(value: float) -> str:
    """A number as a person writes it: 10000000, 0.3, 1e-05."""
    text = str(value) if isinstance(value, int) else f"{value:.12g}"
    return text if len(text) <= _LONGEST_NUMBER else text[:_LONGEST_NUMBER] + "..."


def with_unit(path: str, value: float) -> str:
    """A number and the unit of the field at `path`."""
    return f"{number_text(value)} {unit_of(path)}".rstrip()


def shown(path: str, value: JsonValue) -> str:
    """One value of the field at `path`, as it stands in a sentence."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return with_unit(path, value)
    # Control characters are escaped: a sentence is one line.
    text = "".join(
        c if c.isprintable() else c.encode("unicode_escape").decode() for c in str(value)
    )
    return f"'{text}'"
