"""All fields of a scenario with the path where each belongs, to help with a misspelt one."""

from collections.abc import Iterator
from difflib import get_close_matches
from functools import cache
from typing import Any, get_args

from pydantic import BaseModel

from lab_model.scenarios.scenario import Scenario


def advice_for(path: str) -> str:
    """How to go on after an unknown field at `path`: the right place or the right spelling.

    Empty if no field of a scenario has a similar name.
    """
    *parents, name = path.split(".")
    elsewhere = [known for known in _all_paths() if known[-1] == name]
    if elsewhere:
        return f"; it belongs at {'.'.join(elsewhere[0])}"
    parent = tuple("0" if part.isdigit() else part for part in parents)
    siblings = [known for known in _all_paths() if known[:-1] == parent]
    for candidates in (siblings, _all_paths()):
        by_name = {known[-1]: known for known in reversed(candidates)}
        close = get_close_matches(name, by_name, n=1)
        if close:
            return f"; did you mean {'.'.join(by_name[close[0]])}?"
    return ""


@cache
def _all_paths() -> list[tuple[str, ...]]:
    return list(_walk(Scenario, ()))


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
