"""Answers that never change, cached as they are sent: encoded, compressed, with their tag.

A result that many runs share is computed once (decision 0003), but each answer begins with the id
of its own run. So the rest is cached, and an answer is assembled from two parts:

    {"run_id":"…"     of the run: a few bytes, not compressed
    ,"complete":…}    of the result: compressed once

A compressed stream may consist of such blocks (RFC 1951, 3.2.4).
"""

import hashlib
from collections.abc import Hashable
from dataclasses import dataclass
from typing import Final

from fastapi import Request
from fastapi.responses import Response
from isal import isal_zlib

from lab.kit.cache import Cache
from lab.kit.etag import etag_of, not_modified, tagged_json

MOST_BYTES: Final = 12_000_000
"""Of one process. Four curves of 600 points take some 30 kB."""
LARGEST_BYTES: Final = 1_000_000
"""Of one answer: a larger one would drive out too many others."""
COMPRESSION_LEVEL: Final = 1
"""Of ISA-L: a sixth of the time of zlib at its level 2, for as many bytes."""
# Deflate, no flags, no time, no extra flags, no system (RFC 1952).
GZIP_HEADER: Final = b"\x1f\x8b\x08\0\0\0\0\0\0\xff"
RAW_DEFLATE: Final = -15


@dataclass(frozen=True)
class CachedAnswer:
    """The JSON of an answer after its first bytes, compressed to a fifth of its size."""

    deflated: bytes
    length_bytes: int
    """Of the JSON, and below its checksum."""
    checksum: int
    digest: str

    @classmethod
    def of(cls, rest: bytes) -> "CachedAnswer":
        """Compress it. Takes milliseconds: call it in a thread."""
        deflate = isal_zlib.compressobj(COMPRESSION_LEVEL, isal_zlib.DEFLATED, RAW_DEFLATE)
        deflated = deflate.compress(rest) + deflate.flush()
        return cls(deflated, len(rest), isal_zlib.crc32(rest), hashlib.sha256(rest).hexdigest())

    def answer(self, request: Request, head: bytes) -> Response:
        """The answer that begins with `head`; 304 if the client has it already."""
        etag = etag_of(head.decode(), self.digest)
        unchanged = not_modified(request, etag)
        if unchanged is not None:
            return unchanged
        if "gzip" not in request.headers.get("Accept-Encoding", ""):
            return tagged_json(head + isal_zlib.decompress(self.deflated, RAW_DEFLATE), etag)
        answer = tagged_json(self._gzipped(head), etag)
        answer.headers["Content-Encoding"] = "gzip"
        answer.headers["Vary"] = "Accept-Encoding"
        return answer

    def _gzipped(self, head: bytes) -> bytes:
        length = len(head)
        stored = b"\0" + length.to_bytes(2, "little") + (length ^ 0xFFFF).to_bytes(2, "little")
        before = isal_zlib.crc32(head)
        checksum = isal_zlib.crc32_combine(before, self.checksum, self.length_bytes)
        size_bytes = (length + self.length_bytes) & 0xFFFFFFFF
        trailer = checksum.to_bytes(4, "little") + size_bytes.to_bytes(4, "little")
        return b"".join((GZIP_HEADER, stored, head, self.deflated, trailer))


class AnswerCache:
    """Those of one process that were asked for last, up to `MOST_BYTES`."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._kept: Cache[Hashable, CachedAnswer] = Cache(
            most=most_bytes, weigh=lambda answer: len(answer.deflated)
        )

    def get(self, key: Hashable) -> CachedAnswer | None:
        """The answer; None: it is not known, or not any more."""
        return self._kept.get(key)

    def put(self, key: Hashable, answer: CachedAnswer) -> None:
        """Keep it, unless it is large."""
        if len(answer.deflated) <= LARGEST_BYTES:
            self._kept.put(key, answer)
