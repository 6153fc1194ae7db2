"""What a user's own module declares of itself: the JSON text that it exports.

docs/own-algorithms.md specifies it.
"""

from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from lab_model.algorithms.registry import PhaseEffect
from lab_model.patterns import form_in_words

MOST_TEXT_BYTES = 65_536
"""Bytes of the whole description."""

_I64 = Annotated[int, Field(ge=-(2**53), le=2**53)]
_NAME: Final = form_in_words(
    r"^[a-z][a-z0-9_]{0,63}$",
    "must begin with a lower-case letter and have lower-case letters, digits and _, 64 at most",
)
_Name = Annotated[str, Field(pattern=_NAME)]
_Sentence = Annotated[str, Field(max_length=400)]


class _Declared(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class DeclaredParameter(_Declared):
    """An integer that can be set; its unit is the last word of its name."""

    name: _Name
    description: _Sentence = ""
    default: _I64
    minimum: _I64
    maximum: _I64

    @model_validator(mode="after")
    def _is_within(self) -> "DeclaredParameter":
        if not self.minimum <= self.default <= self.maximum:
            raise ValueError(f"{self.name}: minimum <= default <= maximum does not hold")
        return self


class DeclaredSeries(_Declared):
    """A number that is drawn: the module's integer by the divisor."""

    name: _Name
    description: _Sentence = ""
    divisor: Annotated[int, Field(ge=1, le=2**53)] = 1


class ModuleDescription(_Declared):
    """The whole of it."""

    name: _Name
    title: Annotated[str, Field(min_length=1, max_length=60)]
    summary: _Sentence = ""
    source: _Sentence = ""
    recovery: Literal["prr", "own"] = "own"
    ecn: Literal["off", "classic", "accurate", "l4s"] = "off"
    parameters: Annotated[list[DeclaredParameter], Field(max_length=64)] = []
    series: Annotated[list[DeclaredSeries], Field(max_length=32)] = []
    phases: Annotated[list[_Name], Field(max_length=64)] = []
    phase_effects: Annotated[dict[_Name, PhaseEffect], Field(max_length=64)] = {}
    """What phases do to the rate, for drawings. Else it is that of the core's phase of the
    same name, or `steady`."""
    reasons: Annotated[list[_Name], Field(max_length=64)] = []

    @model_validator(mode="after")
    def _effects_are_of_its_phases(self) -> "ModuleDescription":
        unknown = next((name for name in self.phase_effects if name not in self.phases), None)
        if unknown is not None:
            raise ValueError(f"phase_effects: '{unknown}' is not one of the phases")
        return self

    @model_validator(mode="after")
    def _names_are_different(self) -> "ModuleDescription":
        for what, names in (
            ("parameters", [item.name for item in self.parameters]),
            ("series", [item.name for item in self.series]),
            ("phases", self.phases),
            ("reasons", self.reasons),
        ):
            if len(set(names)) < len(names):
                raise ValueError(f"two {what} have the same name")
        return self


def read_description(text: bytes) -> ModuleDescription:
    """Raises `ValueError` with a clause that says what is wrong with the text."""
    try:
        return ModuleDescription.model_validate_json(text)
    except ValidationError as error:
        first: Any = error.errors(include_url=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        message = str(first["msg"]).removeprefix("Value error, ")
        raise ValueError(f"{place}: {message}" if place else message) from None


def parameter_refusal(
    description: ModuleDescription, name: str, value: Any
) -> tuple[str, Any] | None:
    """What a parameter must be, and the bound; None if it is fine."""
    declared = {item.name: item for item in description.parameters}
    if name not in declared:
        known = ", ".join(f"'{each}'" for each in declared) or "none"
        requirement = f"is not a parameter of '{description.title}'; it has {known}"
        return requirement, list(declared)
    item = declared[name]
    if value < item.minimum:
        return f"must be at least {item.minimum}", item.minimum
    if value > item.maximum:
        return f"must be at most {item.maximum}", item.maximum
    return None
