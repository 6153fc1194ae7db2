"""JSON that is taken, and what is refused in words."""

import pytest

from lab_model.strict_json import RefusedJsonError, parse_strict_json


@pytest.mark.parametrize(
    ("text", "data"),
    [
        (b'{"a": [1, 2.5, null, true]}', {"a": [1, 2.5, None, True]}),
        ('{"a": {"a": 1}}', {"a": {"a": 1}}),
        (b'"\\ud83d\\ude00"', "\U0001f600"),
        ("\ufeff[]".encode(), []),
        ('"caf\\u00e9 \u00e9"', "caf\u00e9 \u00e9"),
    ],
)
def test_takes(text: str | bytes, data: object) -> None:
    assert parse_strict_json(text) == data


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (b"{", "is not valid JSON"),
        (b'{"a": 1, "a": 1}', "has the field 'a' twice"),
        (b'[{"x": {"\\ud800": 1, "\\ud800": 2}}]', "has the field '\\ud800' twice"),
        (b"[NaN]", "at '0' NaN, which is not"),
        (b"-Infinity", "-Infinity, which is not"),
        (b'{"flows": [{"label": "\\ud800"}]}', "at 'flows.0.label'"),
        (b'{"flows": [{"\\udfff": 1}]}', "at 'flows.0'"),
        (b'["a\\u0000b"]', "at '0'"),
        (b'"\xed\xa0\x80"', "is not valid JSON"),
        ('"\ud800"', "at ''"),
        (b"[" * 100_000, "is not valid JSON"),
        (b"1" * 5000, "is not valid JSON"),
        ("{}".encode("utf-16"), "is not valid JSON"),
    ],
)
def test_refuses(text: str | bytes, reason: str) -> None:
    with pytest.raises(RefusedJsonError) as refusal:
        parse_strict_json(text)
    assert reason in str(refusal.value)
    str(refusal.value).encode()
