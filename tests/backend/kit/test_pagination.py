"""Cursors come back, and nothing else is taken for one."""

from datetime import UTC, datetime
from uuid import UUID

import pytest

from lab.kit.pagination import decode_cursor, encode_cursor


def test_cursor_comes_back_to_the_microsecond() -> None:
    moment = datetime(2026, 11, 20, 17, 0, 0, 123456, tzinfo=UTC)
    row_id = UUID("01a1f9fe-f838-7e89-9feb-542b387b91e9")
    assert decode_cursor(encode_cursor(moment, row_id)) == (moment, row_id)


@pytest.mark.parametrize("text", ["", "x", "????", "bnVsbA", "WzEsMl0", "W10", "é", "IjAi", "e30"])
def test_anything_else_is_a_value_error(text: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        decode_cursor(text)
