"""Values with their unit in a sentence. The unit is the last word of a field's name."""

from typing import Final

Scalar = bool | int | float | str

_UNITS: Final = {"s": "s", "bps": "bit/s", "bytes": "bytes", "packets": "packets"}
_LONGEST_NUMBER: Final = 40
LONGEST_TEXT: Final = 200


def unit_of(name: str) -> str:
    """Unit of a dotted path or a field's name; empty if it has none."""
    return _UNITS.get(name.rsplit("_", maxsplit=1)[-1], "") if "_" in name else ""


def words_of(name: str) -> str:
    """A parameter's name as people read it: its words without the unit."""
    unit = unit_of(name)
    return (name.rsplit("_", maxsplit=1)[0] if unit else name).replace("_", " ")


def number_text(value: float) -> str:
    """A number as a person writes it: 10000000, 0.3, 1e-05."""
    text = str(value) if isinstance(value, int) else f"{value:.12g}"
    return text if len(text) <= _LONGEST_NUMBER else text[:_LONGEST_NUMBER] + "..."


def with_unit(path: str, value: float) -> str:
    """A number and the unit of the field at `path`."""
    return f"{number_text(value)} {unit_of(path)}".rstrip()


def shown(path: str, value: Scalar) -> str:
    """One value of the field at `path`, as it stands in a sentence: one line, shortened."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return with_unit(path, value)
    return f"'{one_line(value)}'"


def one_line(text: str) -> str:
    """Shortened, with control characters and half surrogate pairs escaped: fit for any reader."""
    return "".join(map(_printable, text[:LONGEST_TEXT]))


def _printable(character: str) -> str:
    if character.isprintable():
        return character
    return character.encode("unicode_escape").decode()
