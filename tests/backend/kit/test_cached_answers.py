"""Answers that are kept as they are sent."""

import asyncio
import gzip
import json

import pytest
from starlette.requests import Request

from lab.kit.cache import Cache
from lab.kit.cached_answers import LARGEST_BYTES, AnswerCache, CachedAnswer
from lab.kit.etag import etag_of, json_or_not_modified, not_modified, tagged_json
from lab.kit.shared_reads import SharedReads

REST = b',"numbers":[' + b",".join(b"%d" % number for number in range(5000)) + b"]}"
HEAD = b'{"run_id":"one"'


def _asking(**headers: str) -> Request:
    given = [(name.replace("_", "-").encode(), text.encode()) for name, text in headers.items()]
    return Request({"type": "http", "method": "GET", "path": "/", "headers": given})


def test_two_parts_are_one_compressed_text() -> None:
    answer = CachedAnswer.of(REST).answer(_asking(accept_encoding="gzip, br"), HEAD)
    assert answer.headers["Content-Encoding"] == "gzip"
    assert answer.headers["Vary"] == "Accept-Encoding"
    # gzip checks length and checksum.
    assert gzip.decompress(bytes(answer.body)) == HEAD + REST
    assert len(answer.body) < len(REST) / 2
    assert int(answer.headers["Content-Length"]) == len(answer.body)


@pytest.mark.parametrize("head", [b"", b'{"run_id":"' + b"x" * 65_000 + b'"'])
def test_the_first_part_may_be_short_or_long(head: bytes) -> None:
    answer = CachedAnswer.of(REST).answer(_asking(accept_encoding="gzip"), head)
    assert gzip.decompress(bytes(answer.body)) == head + REST


def test_who_takes_no_compressed_answer_gets_a_plain_one() -> None:
    answer = CachedAnswer.of(REST).answer(_asking(), HEAD)
    assert "Content-Encoding" not in answer.headers
    assert json.loads(answer.body)["numbers"][-1] == 4999


def test_a_copy_is_confirmed_to_the_one_who_has_it() -> None:
    kept = CachedAnswer.of(REST)
    etag = kept.answer(_asking(), HEAD).headers["ETag"]
    assert kept.answer(_asking(if_none_match=etag), HEAD).status_code == 304
    assert kept.answer(_asking(if_none_match=etag), b'{"run_id":"two"').status_code == 200
    other = CachedAnswer.of(REST + b" ")
    assert other.answer(_asking(if_none_match=etag), HEAD).status_code == 200


def test_so_many_bytes_are_kept_and_no_large_answer() -> None:
    answer = CachedAnswer.of(REST)
    kept = AnswerCache(most_bytes=3 * len(answer.deflated))
    for number in range(4):
        kept.put(number, answer)
        kept.get(0)
    assert [number for number in range(4) if kept.get(number)] == [0, 2, 3]
    large = CachedAnswer(b"x" * (LARGEST_BYTES + 1), 1, 0, "digest")
    kept.put("large", large)
    assert kept.get("large") is None
    assert kept.get(0) is answer


def test_memory_weighs_what_it_replaces_once() -> None:
    cache: Cache[str, int] = Cache(most=10, weigh=lambda value: value)
    for value in (6, 4, 5):
        cache.put("same", value)
    cache.put("other", 5)
    assert (cache.get("same"), cache.get("other")) == (5, 5)
    cache.put("third", 1)
    assert cache.get("same") is None


# One answer for all who ask in the same moment.


@pytest.mark.asyncio
async def test_who_asks_at_once_shares_an_answer_and_who_comes_later_does_not() -> None:
    found: list[str] = []

    def find(key: str) -> int:
        found.append(key)
        return len(found)

    reads = SharedReads(find, gather_s=0.05, thread_count=1)
    answers = await asyncio.gather(*(reads.ask(key) for key in ("a", "a", "b", "a")))
    assert answers == [1, 1, 2, 1]
    assert await reads.ask("a") == 3


@pytest.mark.asyncio
async def test_only_who_asks_soon_after_another_waits_for_more() -> None:
    """The second waits so long that a test would not end; the first does not wait."""
    reads = SharedReads(lambda key: f"found {key}", gather_s=3600.0, thread_count=1)
    assert await reads.ask("a") == "found a"
    second = asyncio.create_task(reads.ask("a"))
    third = asyncio.create_task(reads.ask("a"))
    done, waiting = await asyncio.wait({second, third}, timeout=0.05)
    assert (done, waiting) == (set(), {second, third})
    second.cancel()
    third.cancel()


@pytest.mark.asyncio
async def test_who_goes_away_does_not_take_the_answer_along() -> None:
    reads = SharedReads(lambda key: f"found {key}", gather_s=0.05, thread_count=1)
    gone = asyncio.create_task(reads.ask("a"))
    stays = asyncio.create_task(reads.ask("a"))
    await asyncio.sleep(0)
    gone.cancel()
    assert await stays == "found a"


# Copies that clients keep.


def _having(known: str | None) -> Request:
    headers = [] if known is None else [(b"if-none-match", known.encode())]
    return Request({"type": "http", "method": "GET", "path": "/", "headers": headers})


def test_tag_tells_parts_apart() -> None:
    assert etag_of("map", 1) == etag_of("map", 1)
    others = {etag_of("map", 2), etag_of("map", 1, ""), etag_of("ma", "p1")}
    assert len(others - {etag_of("map", 1)}) == 3


@pytest.mark.parametrize("known", ["{0}", 'W/"other", {0}', "*"])
def test_right_copy_is_confirmed_without_a_body(known: str) -> None:
    etag = etag_of("map", 1)
    answer = not_modified(_having(known.format(etag)), etag)
    assert answer is not None
    assert (answer.status_code, answer.body, answer.headers["ETag"]) == (304, b"", etag)


@pytest.mark.parametrize("known", [None, "", etag_of("map", 2)])
def test_no_copy_or_an_old_one_is_not(known: str | None) -> None:
    assert not_modified(_having(known), etag_of("map", 1)) is None


def test_answer_is_kept_but_never_used_without_asking() -> None:
    answer = tagged_json("{}", etag_of("map", 1))
    assert answer.headers["Cache-Control"] == "no-cache"
    assert answer.headers["ETag"] == etag_of("map", 1)


def test_equal_json_has_an_equal_tag() -> None:
    first = json_or_not_modified(_having(None), '{"a":1}')
    again = json_or_not_modified(_having(first.headers["ETag"]), '{"a":1}')
    changed = json_or_not_modified(_having(first.headers["ETag"]), '{"a":2}')
    assert (first.status_code, again.status_code, changed.status_code) == (200, 304, 200)
