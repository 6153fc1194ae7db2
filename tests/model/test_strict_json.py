"""JSON that is taken, and what is refused in words."""

import json
import time
import tracemalloc

import pytest

from lab_model.strict_json import RefusedJsonError, parse_strict_json


@pytest.mark.parametrize(
    ("text", "data"),
    [
        (b'{"a": [1, 2.5, null, true]}', {"a": [1, 2.5, None, True]}),
        ('{"a": {"a": 1}}', {"a": {"a": 1}}),
        (b'"\\ud83d\\ude00"', "\U0001f600"),
        ("\ufeff[]".encode(), []),
        (b"[" * 100 + b"]" * 100, json.loads("[" * 100 + "]" * 100)),
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
        (b"[" * 100_000, "more than 100 lists and objects in one another"),
        (b"[" * 101 + b"]" * 101, "more than 100 lists and objects in one another"),
        (b'{"a":[' * 60 + b"]}" * 60, "more than 100 lists and objects in one another"),
        (b'[{"a": ["\\u0000"]}]', "at '0.a.0'"),
        (
            json.dumps(dict.fromkeys(map(str, range(50_001)))),
            "more than 50,000 names in one object",
        ),
        (b"1" * 5000, "is not valid JSON"),
        ("{}".encode("utf-16"), "is not valid JSON"),
    ],
)
def test_refuses(text: str | bytes, reason: str) -> None:
    with pytest.raises(RefusedJsonError) as refusal:
        parse_strict_json(text)
    assert reason in str(refusal.value)
    str(refusal.value).encode()


def test_a_megabyte_of_names_is_refused_as_quickly_as_it_is_read() -> None:
    names = [f'"a{number}":0' for number in range(49_000)]
    text = "{" + ",".join([*names, names[-1]]) + "}"
    started_s = time.process_time()
    with pytest.raises(RefusedJsonError, match="'a48999' twice"):
        parse_strict_json(text)
    # Looked for in the list of names, it took minutes.
    assert time.process_time() - started_s < 5


def test_a_path_to_each_value_is_not_kept() -> None:
    text = "[" * 99 + '"\\u0041",' + "1," * 200_000 + '"\\u0000"' + "]" * 99
    tracemalloc.start()
    try:
        with pytest.raises(RefusedJsonError, match=r"at '0\.0\."):
            parse_strict_json(text)
        most_bytes = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    # Two hundred thousand paths of a hundred names would take 170 MB.
    assert most_bytes < 20_000_000
