"""JSON in which nothing is ambiguous: what `json.loads` lets pass in silence is refused."""

import json
import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, Final, NamedTuple

MOST_NESTED: Final = 100
"""Lists and objects in one another. No text of the lab has twenty, and what writes JSON gives up
at some depth, too."""
MOST_NAMES: Final = 50_000
"""In one object. No object of the lab has a hundred, and each unknown name is an error to list."""
_TOO_DEEP: Final = f"has more than {MOST_NESTED} lists and objects in one another"

_UNSOUND: Final = re.compile("[\0\ud800-\udfff]")


class RefusedJsonError(ValueError):
    """Why a text is not taken; the sentence follows a subject such as "The scenario".

    `path` leads to the value that is refused, as printable names and indices; empty: the whole
    text.
    """

    def __init__(self, reason: str, path: tuple[str, ...] = ()) -> None:
        super().__init__(reason)
        self.path = path


def parse_strict_json(text: str | bytes) -> Any:
    """Plain data of a JSON text (RFC 8259, and I-JSON's rules of RFC 7493 for names and strings).

    Raises `RefusedJsonError` for invalid JSON, NaN, infinities, a name that is there twice in one
    object, more than `MOST_NAMES` names in one, more than `MOST_NESTED` lists and objects in one
    another, and for what no Unicode text and no database holds: half of a surrogate pair, and NUL.
    """
    constants: list[str] = []

    def constant(name: str) -> float:
        constants.append(name)
        return math.nan

    try:
        if isinstance(text, bytes):
            text = text.decode("utf-8-sig")
        data = json.loads(text, object_pairs_hook=_without_duplicates, parse_constant=constant)
    except RefusedJsonError:
        raise
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise RefusedJsonError(f"is not valid JSON: {error.msg} at {where}") from None
    except RecursionError:
        raise RefusedJsonError(_TOO_DEEP) from None
    except (UnicodeDecodeError, ValueError) as error:
        raise RefusedJsonError(f"is not valid JSON: {error}") from None
    if text.count("[") + text.count("{") > MOST_NESTED:
        _require_shallow(data)
    # Nothing else can hold what is unsound: JSON forbids a bare NUL, UTF-8 a bare surrogate.
    if constants or "\\u" in text or not text.isascii():
        _require_sound(data, constants)
    return data


def _require_shallow(data: Any) -> None:
    containers = [data] if isinstance(data, dict | list) else []
    for _ in range(MOST_NESTED):
        containers = [
            inner
            for container in containers
            for inner in (container.values() if isinstance(container, dict) else container)
            if isinstance(inner, dict | list)
        ]
    if containers:
        raise RefusedJsonError(_TOO_DEEP)


def json_pointer(path: Iterable[str | int]) -> str:
    """Leads to a value of a JSON text (RFC 6901)."""
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in path)


class _Place(NamedTuple):
    """The place of a value. A text of a megabyte may have half a million values, each a thousand
    lists deep: none of them stores its whole path.
    """

    parent: "_Place | None"
    key: str | int

    def path(self) -> tuple[str, ...]:
        """The names and indices that lead here."""
        keys: list[str] = []
        place: _Place | None = self
        while place is not None:
            keys.append(_sound(str(place.key)))
            place = place.parent
        return tuple(reversed(keys))


def _require_sound(data: Any, constants: list[str]) -> None:
    for place, value in _leaves(data):
        if isinstance(value, str) and _UNSOUND.search(value) is not None:
            reason = "half of a surrogate pair or a NUL character, which no Unicode text holds"
            raise _refused(place, f"a text with {reason}")
        if isinstance(value, float) and math.isnan(value):
            raise _refused(place, f"{constants[0]}, which is not a number in JSON")


def _refused(place: _Place | None, what: str) -> RefusedJsonError:
    path = place.path() if place is not None else ()
    return RefusedJsonError(f"has at '{'.'.join(path)}' {what}", path)


def _leaves(data: Any) -> Iterator[tuple[_Place | None, Any]]:
    """Every value that is no list and no object, and every name, in the order of the text."""
    if not isinstance(data, dict | list):
        yield None, data
        return
    waiting: list[tuple[_Place | None, Iterator[tuple[str | int, Any]]]] = [(None, _items(data))]
    while waiting:
        place, inner = waiting[-1]
        for key, value in inner:
            if isinstance(key, str):
                yield place, key
            if isinstance(value, dict | list):
                waiting.append((_Place(place, key), _items(value)))
                break
            yield _Place(place, key), value
        else:
            waiting.pop()


def _items(container: dict[str, Any] | list[Any]) -> Iterator[tuple[str | int, Any]]:
    return iter(container.items()) if isinstance(container, dict) else enumerate(container)


def _sound(name: str) -> str:
    """The name without halves of surrogate pairs, which a refused value's path may hold."""
    return name.encode("utf-8", "backslashreplace").decode()


def _without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(pairs) > MOST_NAMES:
        raise RefusedJsonError(f"has more than {MOST_NAMES:,} names in one object")
    seen = dict(pairs)
    if len(seen) < len(pairs):
        counts = Counter(name for name, _ in pairs)
        twice = next(name for name, count in counts.items() if count > 1)
        raise RefusedJsonError(f"has the field '{_sound(twice)}' twice in one object")
    return seen
