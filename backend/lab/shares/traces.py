"""Measured traces of a link: stored with it, counted against its owner, gone when it ends."""

import zlib
from collections.abc import Sequence
from typing import Final
from uuid import UUID

from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from lab.errors import InvalidInput, OwnerNeeded
from lab.kit.problem import ProblemItem
from lab.models import Run, Share, ShareTrace
from lab.runs.storage import StorageQuota, require_traces_within
from lab.shares.trace_schemas import SharedTrace

# A number has at most 24 characters, and JSON one more between two.
_MAX_UNPACKED_BYTES: Final = 4_000_000


def add_traces(
    session: Session,
    share: Share,
    traces: Sequence[SharedTrace],
    run: Run,
    quota: StorageQuota,
) -> None:
    """Store them beside the link's first run. Raises OwnerNeeded, InvalidInput,
    StorageQuotaReached.
    """
    if not traces:
        return
    if share.owner_key_hash is None:
        raise OwnerNeeded(
            "A link with measured traces needs the header X-Lab-Owner: its owner must be able to "
            "withdraw it."
        )
    _require_groups(traces, len(run.scenario["flows"]))
    payloads = [_packed(trace) for trace in traces]
    require_traces_within(session, share.owner_key_hash, sum(map(len, payloads)), quota)
    session.add_all(
        ShareTrace(share_id=share.id, position=position, payload=payload, stored_bytes=len(payload))
        for position, payload in enumerate(payloads)
    )


def traces_of(session: Session, share_id: UUID) -> list[SharedTrace]:
    """Those of a link, in their order."""
    payloads = session.scalars(
        select(ShareTrace.payload)
        .where(ShareTrace.share_id == share_id)
        .order_by(ShareTrace.position)
    )
    return [SharedTrace.model_validate_json(_unpacked(payload)) for payload in payloads]


def trace_counts(session: Session, share_ids: Sequence[UUID]) -> dict[UUID, int]:
    """How many each link has; links without any are left out."""
    rows = session.execute(
        select(ShareTrace.share_id, func.count())
        .where(ShareTrace.share_id.in_(share_ids))
        .group_by(ShareTrace.share_id)
    )
    return {row[0]: row[1] for row in rows}


def delete_traces(session: Session, share_id: UUID) -> None:
    """With the link that showed them."""
    session.execute(delete(ShareTrace).where(ShareTrace.share_id == share_id))


def _require_groups(traces: Sequence[SharedTrace], group_count: int) -> None:
    for place, trace in enumerate(traces):
        for index, flow in enumerate(trace.flows):
            if flow.group_index is None or flow.group_index < group_count:
                continue
            path = f"traces.{place}.flows.{index}.group_index"
            message = f"{path} is {flow.group_index}; the first run has {group_count} flow groups."
            pointer = f"/{path.replace('.', '/')}"
            raise InvalidInput(
                message, errors=[ProblemItem(path=path, pointer=pointer, message=message)]
            )


def _packed(trace: SharedTrace) -> bytes:
    return zlib.compress(trace.model_dump_json(exclude_none=True).encode())


def _unpacked(payload: bytes) -> bytes:
    """No more of it than a trace can have: a damaged row must not fill the memory."""
    unpacker = zlib.decompressobj()
    content = unpacker.decompress(payload, _MAX_UNPACKED_BYTES)
    if unpacker.unconsumed_tail:
        raise ValueError(f"a stored trace unpacks to more than {_MAX_UNPACKED_BYTES} bytes")
    return content
