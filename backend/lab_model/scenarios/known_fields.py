"""All fields of a scenario with the path where each belongs, to help with a misspelt one."""

from collections.abc import Iterator
from difflib import get_close_matches
from functools import cache
from typing import Any, Final, get_args

from pydantic import BaseModel, JsonValue

from lab_model.scenarios.scenario import Scenario

# Names from other tools that are not close to any spelling here.
_OTHER_NAMES: Final = {
    "name": ("label",),
    "value": ("amount",),
    "size": ("amount",),
    "bandwidth": ("rate_bps",),
    "congestion_control": ("algorithm",),
    "cc": ("algorithm",),
    "seeds": ("replications",),
}
# Fields that stand in many places: an exact match elsewhere says nothing.
_ANYWHERE: Final = frozenset({"name", "kind", "parameters", "unit"})


def advice_for(path: str, root: type[BaseModel] = Scenario) -> str:
    """How to correct an unknown field at `path`: the right place or the right spelling.

    Where no field of the document `root` has a similar name, the fields that can stand there;
    empty if there are none.
    """
    parts = tuple(path.split("."))
    parent, name = _without_indices(parts[:-1]), parts[-1]
    siblings = [known for known in _all_paths(root) if known[:-1] == parent]
    other = [known for known in siblings if known[-1] in _OTHER_NAMES.get(name, ())]
    if other:
        return f"; did you mean {_in_same_entries(parts, other[0])}?"
    elsewhere = [known for known in _all_paths(root) if known[-1] == name]
    if elsewhere and name not in _ANYWHERE:
        return f"; it belongs at {_in_same_entries(parts, elsewhere[0])}"
    for candidates, cutoff in ((siblings, 0.6), (_all_paths(root), 0.75)):
        by_name = {known[-1]: known for known in reversed(candidates)}
        close = get_close_matches(name, by_name, n=1, cutoff=cutoff)
        if close:
            return f"; did you mean {_in_same_entries(parts, by_name[close[0]])}?"
    names = [known[-1] for known in siblings]
    return f"; the fields there are {', '.join(names)}" if names else ""


def object_for(path: str, text: str) -> JsonValue:
    """The object meant by a bare name where one is chosen by name, as an algorithm is.

    None if `path` is no such choice.
    """
    place = _without_indices(tuple(path.split(".")))
    for key in ("name", "kind"):
        if (*place, key) in _all_paths(Scenario):
            return {key: text}
    return None


def _without_indices(parts: tuple[str, ...]) -> tuple[str, ...]:
    return tuple("0" if part.isdigit() else part for part in parts)


def _in_same_entries(parts: tuple[str, ...], known: tuple[str, ...]) -> str:
    """The known path that runs through the same entries of lists as `parts`, as far as the two
    agree.
    """
    said = list(known)
    for index, (part, wanted) in enumerate(zip(parts, known, strict=False)):
        if part.isdigit() and wanted == "0":
            said[index] = part
        elif part != wanted:
            break
    return ".".join(said)


@cache
def _all_paths(root: type[BaseModel]) -> list[tuple[str, ...]]:
    return list(_walk(root, ()))


def _walk(model: type[BaseModel], prefix: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    for name, field in model.model_fields.items():
        path = (*prefix, name)
        yield path
        for inner, is_item in _models_in(field.annotation, is_item=False):
            yield from _walk(inner, (*path, "0") if is_item else path)


def _models_in(annotation: Any, *, is_item: bool) -> Iterator[tuple[type[BaseModel], bool]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation, is_item
    for argument in get_args(annotation):
        inside_list = is_item or getattr(annotation, "__origin__", None) is list
        yield from _models_in(argument, is_item=inside_list)
