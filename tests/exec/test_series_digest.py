"""The bytes of a chunk are frozen: hand-made chunks against hand-made bytes."""

import hashlib
import math
import struct
from dataclasses import replace

import numpy as np

from lab_exec import Chunk, FlowEvent, Phase, SeriesDigest, SubjectColumns
from lab_exec.series_digest import chunk_bytes

CHUNK = Chunk(
    chunk_index=3,
    first_sample=768,
    sample_count=2,
    subjects=[SubjectColumns("flow", 0, {"rtt_s": np.array([0.5, math.nan])})],
    phases=[Phase(0, 0.25, 1.5, "startup", "start")],
    events=[FlowEvent(1.0, 0, "rto", "", math.nan)],
)
NAN_BYTES = bytes.fromhex("000000000000f87f")


def text(value: str) -> bytes:
    return struct.pack("<q", len(value.encode())) + value.encode()


def test_a_chunk_has_the_documented_bytes() -> None:
    assert chunk_bytes(CHUNK) == b"".join(
        [
            struct.pack("<qqq", 3, 768, 2),
            struct.pack("<q", 1) + text("flow") + struct.pack("<qq", 0, 1),
            text("rtt_s") + struct.pack("<d", 0.5) + NAN_BYTES,
            struct.pack("<q", 1) + struct.pack("<qdd", 0, 0.25, 1.5),
            text("startup") + text("start"),
            struct.pack("<q", 1) + struct.pack("<dq", 1.0, 0),
            text("rto") + text("") + NAN_BYTES,
        ]
    )


def test_a_long_chunk_has_the_documented_bytes() -> None:
    """Several subjects and columns, none at all, and texts beyond ASCII."""
    columns = {"rtt_s": np.array([0.5, math.nan]), "cwnd_bytes": np.array([-0.0, math.inf])}
    long = replace(
        CHUNK,
        subjects=[SubjectColumns("flow", 9, columns), SubjectColumns("link", 0, {})],
        phases=[Phase(0, 0.25, 1.5, "startup", "é"), Phase(9, 1.5, 2.0, "é", "startup")],
        events=[FlowEvent(1.0, 0, "rto", "", 0.2), FlowEvent(1.0, 9, "rto", "", -math.inf)],
    )
    assert chunk_bytes(long) == b"".join(
        [
            struct.pack("<qqq", 3, 768, 2),
            struct.pack("<q", 2) + text("flow") + struct.pack("<qq", 9, 2),
            text("rtt_s") + struct.pack("<d", 0.5) + NAN_BYTES,
            text("cwnd_bytes") + struct.pack("<dd", -0.0, math.inf),
            text("link") + struct.pack("<qq", 0, 0),
            struct.pack("<q", 2),
            struct.pack("<qdd", 0, 0.25, 1.5) + text("startup") + text("é"),
            struct.pack("<qdd", 9, 1.5, 2.0) + text("é") + text("startup"),
            struct.pack("<q", 2),
            struct.pack("<dq", 1.0, 0) + text("rto") + text("") + struct.pack("<d", 0.2),
            struct.pack("<dq", 1.0, 9) + text("rto") + text("") + struct.pack("<d", -math.inf),
        ]
    )


def test_the_digest_is_over_the_chunks_in_order() -> None:
    other = replace(CHUNK, chunk_index=4)
    digest = SeriesDigest()
    digest.update(CHUNK)
    digest.update(other)
    expected = hashlib.sha256(chunk_bytes(CHUNK) + chunk_bytes(other)).hexdigest()
    assert digest.hexdigest() == expected
    turned = SeriesDigest()
    turned.update(other)
    turned.update(CHUNK)
    assert turned.hexdigest() != expected


def test_no_chunk_has_the_digest_of_nothing() -> None:
    assert SeriesDigest().hexdigest() == hashlib.sha256(b"").hexdigest()


def test_all_nans_are_one() -> None:
    odd_nan = np.frombuffer(bytes.fromhex("010000000000f8ff"), dtype="<f8")[0]
    values = np.array([0.5, odd_nan])
    subject = SubjectColumns("flow", 0, {"rtt_s": values})
    assert chunk_bytes(replace(CHUNK, subjects=[subject])) == chunk_bytes(CHUNK)


def test_what_is_moved_between_fields_changes_the_bytes() -> None:
    moved = replace(CHUNK, phases=[Phase(0, 0.25, 1.5, "startups", "tart")])
    assert chunk_bytes(moved) != chunk_bytes(CHUNK)
