"""How what was recorded of a run is stored."""

import json
import zlib

import pytest

from lab_model.packet_codec import ITEMS_PER_CALL, decode_json, encode


@pytest.mark.parametrize("count", [0, 1, ITEMS_PER_CALL, 2 * ITEMS_PER_CALL + 3])
def test_long_lists_are_written_part_by_part_as_if_at_once(count: int) -> None:
    record = {
        "bucket_s": 0.5,
        "none": None,
        "flows": [{"index": i, "b": [i]} for i in range(count)],
    }
    payload = encode(record)
    assert zlib.decompress(payload).decode() == json.dumps(record, separators=(",", ":"))
    assert decode_json(payload) == record


def test_nothing_is_an_empty_record() -> None:
    assert decode_json(encode({})) == {}
