"""All fields of a scenario with the path where each belongs, to help with a misspelt one."""

from collections.abc import Iterator
from difflib import get_close_matches
from functools import cache
from typing import Any, get_args

from pydantic import BaseModel

from lab.scenarios.scenario import Scenario


def advice_for(name: str) -> str:
    """How to go on after an unknown field: the right place or the right spelling. May be empty."""
    paths = _paths_by_name()
    if name in paths:
        return f"; it belongs at {paths[name]}"
    close = get_close_matches(name, paths, n=1)
    return f"; did you mean {paths[close[0]]}?" if close else ""


@cache
def _paths_by_name() -> dict[str, str]:
    found: dict[str, str] = {}
    for name, path in _walk(Scenario, ""):
        found.setdefault(name, path)
    return found


def _walk(model: type[BaseModel], prefix: str) -> Iterator[tuple[str, str]]:
    for name, field in model.model_fields.items():
        path = f"{prefix}{name}"
        yield name, path
        for inner, is_item in _models_in(field.annotation, is_item=False):
            yield from _walk(inner, f"{path}.0." if is_item else f"{path}.")


def _models_in(annotation: Any, *, is_item: bool) -> Iterator[tuple[type[BaseModel], bool]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation, is_item
    for argument in get_args(annotation):
        inside_list = is_item or getattr(annotation, "__origin__", None) is list
        yield from _models_in(argument, is_item=inside_list)
