"""Parts of a scenario that are chosen by name, as models made from the core's registry.

Each queue discipline, loss model and kind of traffic of the core becomes a model with its name as
`kind` and its parameters as further fields: a new one needs no edit here.
"""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, TypeVar, Union

from pydantic import Field, create_model
from pydantic.config import JsonDict

from lab_model.algorithms import ComponentInfo, ComponentParameter
from lab_model.scenarios.base import Refusal, ScenarioModel, refuse
from lab_model.scenarios.hints import (
    BYTES,
    MBIT_PER_S,
    MILLISECONDS,
    PACKETS,
    PERCENT,
    WHOLE_NANOSECONDS,
    WHOLE_NUMBER,
    hint,
)
from lab_model.scenarios.units import words_of

_HINTS: Final[dict[str, JsonDict]] = {
    "probability": hint("ratio", PERCENT, "log"),
    "ratio": hint("ratio"),
    "s": hint("s", MILLISECONDS, "log"),
    "bps": hint("bit/s", MBIT_PER_S, "log"),
    "bytes": hint("bytes", BYTES, "log"),
    "packets": hint("packets", PACKETS, "log"),
}
"""Hints by the last word of a parameter's name, which is its unit."""


class Component(ScenarioModel):
    """An entry of the core's registry, `kind`, with its parameters as fields."""

    if TYPE_CHECKING:
        kind: str

    def parameters(self) -> dict[str, bool | int | float | str]:
        """What the entry itself declares, without what all of its family have."""
        shared = {"kind"}
        for base in type(self).__bases__:
            if issubclass(base, ScenarioModel):
                shared |= base.model_fields.keys()
        return {name: getattr(self, name) for name in type(self).model_fields if name not in shared}


_Family = TypeVar("_Family", bound=Component)


def component_models(
    entries: Sequence[ComponentInfo], family: type[_Family], suffix: str, title: str
) -> dict[str, type[_Family]]:
    """A model for each entry, by name. `suffix` ends the models' names, `title` names the kind."""
    return {entry.name: _model(entry, family, suffix, title) for entry in entries}


def _model(entry: ComponentInfo, family: type[_Family], suffix: str, title: str) -> type[_Family]:
    fields: dict[str, Any] = {"kind": (Annotated[Literal[entry.name], Field(title=title)], ...)}
    for parameter in entry.parameters:
        default = ... if parameter.default is None else parameter.default
        fields[parameter.name] = (_type_of(parameter), default)
    name = "".join(word.capitalize() for word in entry.name.split("_")) + suffix
    model = create_model(
        name,
        __base__=family,
        __doc__=_sentence(entry.summary),
        # Its descriptions come from the registry; the source need not be searched.
        __cls_kwargs__={"title": entry.title, "use_attribute_docstrings": False},
        **fields,
    )
    # A scenario that is handed to another process names its classes; pickle looks for them here.
    globals()[name] = model
    return model


def _type_of(parameter: ComponentParameter) -> Any:
    about: dict[str, Any] = {
        "title": parameter.title or words_of(parameter.name).capitalize(),
        "description": _sentence(parameter.description),
    }
    if parameter.start is not None:
        about["examples"] = [parameter.start]
    unit = parameter.name.rsplit("_", maxsplit=1)[-1]
    if unit in _HINTS:
        about["json_schema_extra"] = _HINTS[unit]
    match parameter.kind:
        case "boolean":
            return Annotated[bool, Field(**about)]
        case "choice":
            return Annotated[Literal[tuple(parameter.choices)], Field(**about)]
        case "integer":
            whole = Field(ge=_whole(parameter.minimum), le=_whole(parameter.maximum), **about)
            return Annotated[int, whole, WHOLE_NUMBER]
        case "number":
            number = Field(ge=parameter.minimum, le=parameter.maximum, **about)
            if unit == "s":
                return Annotated[float, number, WHOLE_NANOSECONDS]
            return Annotated[float, number]


def _whole(bound: float | None) -> int | None:
    return None if bound is None else int(bound)


def _sentence(text: str) -> str:
    return text if text.endswith(".") else f"{text}."


def one_of(models: Iterable[type[ScenarioModel]]) -> Any:
    """The type of a field that holds one of these models, distinguished by `kind`."""
    choices = tuple(models)
    if len(choices) == 1:
        return choices[0]
    return Annotated[Union[choices], Field(discriminator="kind")]  # noqa: UP007


def without_unset(data: Any, name: str, unset: Any, requirement: str) -> Any:
    """The data without a field that this kind of component does not have.

    To say that it is unset is as good as to leave it out; any other value is refused.
    """
    if not isinstance(data, dict) or name not in data:
        return data
    value = data[name]
    if type(value) is not type(unset) or value != unset:
        refuse("Component", [Refusal((name,), value, requirement, unset)])
    return {key: item for key, item in data.items() if key != name}
