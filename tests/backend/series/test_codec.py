"""Values come back bit by bit."""

import numpy as np
import pytest

from lab.kit.database import DamagedValuesError
from lab.series.codec import decode, encode


def test_values_survive_bit_by_bit() -> None:
    values = np.array([0.1, -0.0, np.nan, np.inf, 5e-324, 1.7976931348623157e308])
    assert decode(encode(values)).tobytes() == values.astype("<f8").tobytes()


def test_a_changed_byte_gives_no_values() -> None:
    payload = bytearray(encode(np.arange(100.0)))
    payload[len(payload) // 2] ^= 1
    with pytest.raises(DamagedValuesError):
        decode(bytes(payload))


def test_column_of_a_wider_array_is_stored_alone() -> None:
    table = np.arange(12.0).reshape(4, 3)
    assert decode(encode(table[:, 1])).tolist() == [1.0, 4.0, 7.0, 10.0]


def test_constant_series_takes_little_room() -> None:
    assert len(encode(np.full(256, 12.5))) < 64
