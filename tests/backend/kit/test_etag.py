"""Copies that clients keep."""

import pytest
from starlette.requests import Request

from lab.kit.etag import etag_of, json_or_not_modified, not_modified, tagged_json


def _asking(known: str | None) -> Request:
    headers = [] if known is None else [(b"if-none-match", known.encode())]
    return Request({"type": "http", "method": "GET", "path": "/", "headers": headers})


def test_tag_tells_parts_apart() -> None:
    assert etag_of("map", 1) == etag_of("map", 1)
    others = {etag_of("map", 2), etag_of("map", 1, ""), etag_of("ma", "p1")}
    assert len(others - {etag_of("map", 1)}) == 3


@pytest.mark.parametrize("known", ["{0}", 'W/"other", {0}', "*"])
def test_right_copy_is_confirmed_without_a_body(known: str) -> None:
    etag = etag_of("map", 1)
    answer = not_modified(_asking(known.format(etag)), etag)
    assert answer is not None
    assert (answer.status_code, answer.body, answer.headers["ETag"]) == (304, b"", etag)


@pytest.mark.parametrize("known", [None, "", etag_of("map", 2)])
def test_no_copy_or_an_old_one_is_not(known: str | None) -> None:
    assert not_modified(_asking(known), etag_of("map", 1)) is None


def test_answer_is_kept_but_never_used_without_asking() -> None:
    answer = tagged_json("{}", etag_of("map", 1))
    assert answer.headers["Cache-Control"] == "no-cache"
    assert answer.headers["ETag"] == etag_of("map", 1)


def test_equal_json_has_an_equal_tag() -> None:
    first = json_or_not_modified(_asking(None), '{"a":1}')
    again = json_or_not_modified(_asking(first.headers["ETag"]), '{"a":1}')
    changed = json_or_not_modified(_asking(first.headers["ETag"]), '{"a":2}')
    assert (first.status_code, again.status_code, changed.status_code) == (200, 304, 200)
