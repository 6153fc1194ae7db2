"""How what was recorded of a run is stored: zlib over JSON."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import orjson
from isal import isal_zlib

Columns = Mapping[str, Sequence[Any]]
Json = Mapping[str, Any]

# One call of orjson keeps all other threads waiting: that of a worker's heartbeat would be
# silent for seconds while the causes of ten thousand flows are written.
ITEMS_PER_CALL: Final = 256


def encode(columns: Columns | Json) -> bytes:
    """The payload of a window, or of a record of causes."""
    return isal_zlib.compress(b"".join(_pieces(columns)), level=1)


def _pieces(columns: Columns | Json) -> Iterator[bytes]:
    """The JSON of all, long lists part by part."""
    separator = b"{"
    for name, value in columns.items():
        yield separator + orjson.dumps(name) + b":"
        separator = b","
        if isinstance(value, list):
            parts = (value[at : at + ITEMS_PER_CALL] for at in range(0, len(value), ITEMS_PER_CALL))
            yield from (b"[", b",".join(orjson.dumps(part)[1:-1] for part in parts), b"]")
        else:
            yield orjson.dumps(value)
    yield b"{}" if separator == b"{" else b"}"


def decode_json(payload: bytes) -> dict[str, Any]:
    """The record of a payload."""
    record: dict[str, Any] = orjson.loads(isal_zlib.decompress(payload))
    return record


def decode(payload: bytes) -> dict[str, list[Any]]:
    """The columns of a payload."""
    return decode_json(payload)
