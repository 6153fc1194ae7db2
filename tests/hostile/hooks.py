"""What schemathesis calls: ids of real objects in place of most of those that it makes up.

Every choice follows from what was made up, and so from the seed of the run alone.
"""

import hashlib
import json
import os
from pathlib import Path
from typing import Any, Final

import schemathesis
from schemathesis import HookContext

from tests.hostile.objects import OWNER, STRANGER, STUDENT

OBJECTS: Final = json.loads(Path(os.environ["LAB_SCHEMA_OBJECTS"]).read_text(encoding="utf-8"))
# What such a request does cannot be taken back.
ENDING: Final = ("/cancel", "/close", "/code", "/revoke", "/teacher-key", "/wall-key")


class Choice:
    """Numbers that follow from a value."""

    def __init__(self, value: object) -> None:
        text = json.dumps(value, sort_keys=True, default=str)
        self._digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()
        self._state = int.from_bytes(self._digest, "big")

    def below(self, count: int) -> int:
        """The next number from 0 on."""
        self._state, chosen = divmod(self._state, count)
        return chosen

    def of(self, values: list[Any]) -> Any:
        """One of them."""
        return values[self.below(len(values))]


@schemathesis.hook
def map_path_parameters(context: HookContext, path_parameters: Any) -> Any:
    """Seven of eight requests are about something that exists."""
    if not path_parameters:
        return path_parameters
    choice = Choice(path_parameters)
    if choice.below(8) == 0:
        return path_parameters
    spare = OBJECTS["spare"] if _ends_something(context) else {}
    names = set(path_parameters)
    fitting = max((len(names & set(group)) for group in OBJECTS["groups"]), default=0)
    best = [group for group in OBJECTS["groups"] if len(names & set(group)) == fitting]
    found = choice.of(best) if fitting else {}
    known = {name: value for name, value in found.items() if name in names}
    ended = {name: choice.of(spare[name]) for name in names if name in spare}
    return {**path_parameters, **known, **ended}


@schemathesis.hook
def map_query(context: HookContext, query: Any) -> Any:
    """Half of the parameters have values that mean something."""
    return _with_words(query, ["x", "y", "metric", "metrics", "subjects", "url"])


@schemathesis.hook
def map_headers(context: HookContext, headers: Any) -> Any:
    """Most requests come from an owner of something."""
    choice = Choice(headers)
    headers = dict(headers or {})
    asker = choice.of([OWNER, OWNER, OWNER, OWNER, STUDENT, STUDENT, STRANGER, None])
    if asker is not None:
        headers = {name: value for name, value in headers.items() if name.lower() != "x-lab-owner"}
        headers["X-Lab-Owner"] = asker
    if "x-lab-share" in headers and choice.below(2) == 0:
        headers["x-lab-share"] = OBJECTS["share_token"]
    return headers


@schemathesis.hook
def map_body(context: HookContext, body: Any) -> Any:
    """Half of the fields have values that mean something."""
    return _with_words(body, list(OBJECTS["words"]))


def _with_words(given: Any, names: list[str]) -> Any:
    if not isinstance(given, dict):
        return given
    choice = Choice(given)
    words = OBJECTS["words"]
    known = {
        name: choice.of(words[name]) for name in given if name in names and choice.below(2) == 0
    }
    return {**given, **known}


def _ends_something(context: HookContext) -> bool:
    operation = context.operation
    if operation is None:
        return False
    method = operation.method.upper()
    return method in ("DELETE", "PATCH") or operation.path.endswith(ENDING)
