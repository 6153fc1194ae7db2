"""How what was recorded of a run is stored: zlib over JSON."""

import json
import zlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import orjson
from isal import isal_zlib

Columns = Mapping[str, Sequence[Any]]
Json = Mapping[str, Any]

# One call of json.dumps() keeps all other threads waiting: that of a worker's heartbeat would be
# silent for seconds while the causes of ten thousand flows are written.
ITEMS_PER_CALL: Final = 256


def encode(columns: Columns | Json) -> bytes:
    """The payload of a window, or of a record of causes."""
    return zlib.compress("".join(_pieces(columns)).encode(), level=1)


def _pieces(columns: Columns | Json) -> Iterator[str]:
    """The JSON of all, long lists part by part."""
    separator = "{"
    for name, value in columns.items():
        yield f"{separator}{_text(name)}:"
        separator = ","
        if isinstance(value, list):
            parts = (value[at : at + ITEMS_PER_CALL] for at in range(0, len(value), ITEMS_PER_CALL))
            yield from ("[", ",".join(_text(part)[1:-1] for part in parts), "]")
        else:
            yield _text(value)
    yield "{}" if separator == "{" else "}"


def _text(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))


def decode_json(payload: bytes) -> dict[str, Any]:
    """The record of a payload."""
    record: dict[str, Any] = orjson.loads(isal_zlib.decompress(payload))
    return record


def decode(payload: bytes) -> dict[str, list[Any]]:
    """The columns of a payload."""
    return decode_json(payload)
