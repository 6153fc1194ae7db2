"""Values with their unit in a sentence. The unit is the last word of a field's name."""

from typing import Final

Scalar = bool | int | float | str

_UNITS: Final = {
    "s": "s",
    "bps": "bit/s",
    "bytes": "bytes",
    "packets": "packets",
    "percent": "%",
    "minutes": "min",
}
_CUBIC_UNIT: Final = "_packets_per_s3"
_LONGEST_NUMBER: Final = 40
LONGEST_TEXT: Final = 200


def unit_of(name: str) -> str:
    """Unit of a dotted path or a field's name; empty if it has none."""
    if name.endswith(_CUBIC_UNIT):
        return "packets/s³"
    return _UNITS.get(name.rsplit("_", maxsplit=1)[-1], "") if "_" in name else ""


def words_of(name: str) -> str:
    """A parameter's name as people read it: its words without the unit. A ratio has none."""
    if name.endswith(_CUBIC_UNIT):
        return name.removesuffix(_CUBIC_UNIT).replace("_", " ")
    has_unit = unit_of(name) != "" or name.endswith("_ratio")
    return (name.rsplit("_", maxsplit=1)[0] if has_unit else name).replace("_", " ")


def path_in_words(path: str) -> str:
    """`answers.0.due_s` as `answers 1 due`: entries of lists are counted from one."""
    if path == "":
        return "The request"
    return " ".join(
        str(int(part) + 1) if part.isdecimal() else words_of(part) for part in path.split(".")
    )


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
