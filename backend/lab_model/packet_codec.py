"""How what was recorded of a run is stored: zlib over JSON."""

import json
import zlib
from collections.abc import Mapping, Sequence
from typing import Any

Columns = Mapping[str, Sequence[Any]]
Json = Mapping[str, Any]


def encode(columns: Columns | Json) -> bytes:
    """The payload of a window, or of a record of causes."""
    return zlib.compress(json.dumps(columns, separators=(",", ":")).encode(), level=1)


def decode_json(payload: bytes) -> dict[str, Any]:
    """The record of a payload."""
    record: dict[str, Any] = json.loads(zlib.decompress(payload))
    return record


def decode(payload: bytes) -> dict[str, list[Any]]:
    """The columns of a payload."""
    return decode_json(payload)
