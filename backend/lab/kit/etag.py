"""Answers that a client keeps: it asks whether its copy is still right, and mostly it is."""

import hashlib

from fastapi import Request
from fastapi.responses import Response

ASK_AGAIN = "no-cache"
"""Keep it, and ask each time whether it is still right."""


def etag_of(*parts: object) -> str:
    """The tag of the answer that these parts identify. Weak: compressed or not, it is the same
    answer.
    """
    return _etag("\n".join(map(str, parts)).encode())


def not_modified(request: Request, etag: str) -> Response | None:
    """304 if the client has the answer with this tag already, else None."""
    known = request.headers.get("If-None-Match", "")
    tags = {tag.strip() for tag in known.split(",")}
    if etag not in tags and "*" not in tags:
        return None
    return Response(status_code=304, headers=_headers(etag))


def tagged_json(content: str | bytes, etag: str) -> Response:
    """JSON with its tag."""
    return Response(content, media_type="application/json", headers=_headers(etag))


def json_or_not_modified(request: Request, content: str | bytes) -> Response:
    """JSON tagged by its own bytes: for answers that are quick to make and slow to send."""
    sent = content.encode() if isinstance(content, str) else content
    etag = _etag(sent)
    return not_modified(request, etag) or tagged_json(sent, etag)


def _etag(content: bytes) -> str:
    return f'W/"{hashlib.sha256(content).hexdigest()[:32]}"'


def _headers(etag: str) -> dict[str, str]:
    return {"ETag": etag, "Cache-Control": ASK_AGAIN}
