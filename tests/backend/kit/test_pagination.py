"""Cursors come back, and nothing else is taken for one."""

import pytest

from lab.kit.pagination import decode_cursor, encode_cursor


def test_cursor_comes_back_with_any_text() -> None:
    key = ["name", 'Käfer "deep"\n', "01a1f9fe-f838-7e89-9feb-542b387b91e9"]
    assert decode_cursor(encode_cursor(key), 3) == key


@pytest.mark.parametrize("text", ["", "x", "????", "bnVsbA", "WzEsMl0", "W10", "é", "IjAi", "e30"])
def test_anything_else_is_a_value_error(text: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        decode_cursor(text, 2)


def test_key_of_another_length_is_a_value_error() -> None:
    with pytest.raises(ValueError, match="not one of this server"):
        decode_cursor(encode_cursor(["a", "b"]), 3)
