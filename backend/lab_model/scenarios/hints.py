"""What the interface and the reference page need to know of a field beyond its bounds.

The value in a scenario is always in the SI base unit that its name ends with. A hint says in
which unit people read it and whether a slider should be logarithmic.
"""

from dataclasses import dataclass
from typing import Any, Final, Literal

from pydantic import AfterValidator, BeforeValidator, Field
from pydantic.config import JsonDict

Scale = Literal["linear", "log"]


@dataclass(frozen=True)
class Display:
    """How a unit is shown: `value / per_display_unit` in `unit`."""

    unit: str
    per_display_unit: float


MBIT_PER_S: Final = Display("Mbit/s", 1e6)
MILLISECONDS: Final = Display("ms", 1e-3)
SECONDS: Final = Display("s", 1.0)
PERCENT: Final = Display("%", 1e-2)
BYTES: Final = Display("bytes", 1.0)
PACKETS: Final = Display("packets", 1.0)


def hint(unit: str, display: Display | None = None, scale: Scale = "linear") -> JsonDict:
    """`json_schema_extra` of a quantity: its unit, the unit shown and the scale of a slider."""
    extra: JsonDict = {"x-unit": unit, "x-scale": scale}
    if display is not None:
        extra["x-display-unit"] = display.unit
        extra["x-per-display-unit"] = display.per_display_unit
    return extra


def _to_whole_nanoseconds(seconds: float | None) -> float | None:
    return None if seconds is None else round(seconds, 9)


def _integral_to_int(value: Any) -> Any:
    # 1e7 is a whole number to everyone but a JSON parser, which makes it a float.
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value


# The core counts integer nanoseconds. Times are rounded to them when they are read, so that two
# scenarios that run alike are equal and have one digest.
WHOLE_NANOSECONDS: Final = AfterValidator(_to_whole_nanoseconds)
# Accepts 1e7 and 10000000.0 as the integers that they are; 0.5 is left for Pydantic to refuse.
WHOLE_NUMBER: Final = BeforeValidator(_integral_to_int)


def seconds(title: str, display: Display, scale: Scale = "linear", **bounds: float) -> Any:
    """The field of a time in seconds: its title, how it is shown, and its bounds."""
    return _quantity(title, hint("s", display, scale), WHOLE_NANOSECONDS, bounds)


def whole(
    title: str, unit: str, display: Display | None, scale: Scale = "linear", **bounds: float
) -> Any:
    """The field of a number without fractions: title, unit, how it is shown, and bounds."""
    return _quantity(title, hint(unit, display, scale), WHOLE_NUMBER, bounds)


def _quantity(title: str, extra: JsonDict, rounding: Any, bounds: dict[str, Any]) -> Any:
    field: Any = Field(title=title, json_schema_extra=extra, **bounds)
    field.metadata.append(rounding)  # after the bounds, as Annotated[..., field, rounding] does
    return field
