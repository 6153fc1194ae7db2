"""How the events of a window are stored: zlib over the JSON of their columns."""

import json
import zlib
from collections.abc import Mapping, Sequence
from typing import Any

Columns = Mapping[str, Sequence[Any]]


def encode(columns: Columns) -> bytes:
    """The payload of a window."""
    return zlib.compress(json.dumps(columns, separators=(",", ":")).encode(), level=1)


def decode(payload: bytes) -> dict[str, list[Any]]:
    """The columns of a payload."""
    columns: dict[str, list[Any]] = json.loads(zlib.decompress(payload))
    return columns
