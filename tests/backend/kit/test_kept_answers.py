"""Answers that are kept as they are sent."""

import gzip
import json

import pytest
from starlette.requests import Request

from lab.kit.kept_answers import LARGEST_BYTES, KeptAnswer, KeptAnswers
from lab.kit.memory import Memory

REST = b',"numbers":[' + b",".join(b"%d" % number for number in range(5000)) + b"]}"
HEAD = b'{"run_id":"one"'


def _asking(**headers: str) -> Request:
    given = [(name.replace("_", "-").encode(), text.encode()) for name, text in headers.items()]
    return Request({"type": "http", "method": "GET", "path": "/", "headers": given})


def test_two_parts_are_one_compressed_text() -> None:
    answer = KeptAnswer.of(REST).answer(_asking(accept_encoding="gzip, br"), HEAD)
    assert answer.headers["Content-Encoding"] == "gzip"
    assert answer.headers["Vary"] == "Accept-Encoding"
    # gzip checks length and checksum.
    assert gzip.decompress(bytes(answer.body)) == HEAD + REST
    assert len(answer.body) < len(REST) / 2
    assert int(answer.headers["Content-Length"]) == len(answer.body)


@pytest.mark.parametrize("head", [b"", b'{"run_id":"' + b"x" * 65_000 + b'"'])
def test_the_first_part_may_be_short_or_long(head: bytes) -> None:
    answer = KeptAnswer.of(REST).answer(_asking(accept_encoding="gzip"), head)
    assert gzip.decompress(bytes(answer.body)) == head + REST


def test_who_takes_no_compressed_answer_gets_a_plain_one() -> None:
    answer = KeptAnswer.of(REST).answer(_asking(), HEAD)
    assert "Content-Encoding" not in answer.headers
    assert json.loads(answer.body)["numbers"][-1] == 4999


def test_a_copy_is_confirmed_to_the_one_who_has_it() -> None:
    kept = KeptAnswer.of(REST)
    etag = kept.answer(_asking(), HEAD).headers["ETag"]
    assert kept.answer(_asking(if_none_match=etag), HEAD).status_code == 304
    assert kept.answer(_asking(if_none_match=etag), b'{"run_id":"two"').status_code == 200
    other = KeptAnswer.of(REST + b" ")
    assert other.answer(_asking(if_none_match=etag), HEAD).status_code == 200


def test_so_many_bytes_are_kept_and_no_large_answer() -> None:
    answer = KeptAnswer.of(REST)
    kept = KeptAnswers(most_bytes=3 * len(answer.deflated))
    for number in range(4):
        kept.put(number, answer)
        kept.get(0)
    assert [number for number in range(4) if kept.get(number)] == [0, 2, 3]
    large = KeptAnswer(b"x" * (LARGEST_BYTES + 1), 1, 0, "digest")
    kept.put("large", large)
    assert kept.get("large") is None
    assert kept.get(0) is answer


def test_memory_weighs_what_it_replaces_once() -> None:
    memory: Memory[str, int] = Memory(most=10, weigh=lambda value: value)
    for value in (6, 4, 5):
        memory.put("same", value)
    memory.put("other", 5)
    assert (memory.get("same"), memory.get("other")) == (5, 5)
    memory.put("third", 1)
    assert memory.get("same") is None
