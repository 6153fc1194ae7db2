"""How the values of one metric in one chunk are stored: zlib over little-endian float64."""

import zlib

import numpy as np
from numpy.typing import NDArray

Values = NDArray[np.float64]

# Level 6 makes it a tenth smaller and takes three times as long.
COMPRESSION_LEVEL = 1
STORED_TYPE = np.dtype("<f8")


def encode(values: Values) -> bytes:
    """The payload of a metric."""
    return zlib.compress(np.ascontiguousarray(values, dtype=STORED_TYPE).data, COMPRESSION_LEVEL)


def decode(payload: bytes) -> Values:
    """The values of a payload, read-only."""
    return np.frombuffer(zlib.decompress(payload), dtype=STORED_TYPE)
