"""An attempt as an answer over HTTP. A class asks for hundreds of them a second, mostly unchanged:
then one query says so, and what was sent before is right.
"""

from typing import Final
from uuid import UUID

from fastapi import Request
from fastapi.responses import Response
from sqlalchemy.orm import Session

from lab.classes import membership
from lab.kit.etag import etag_of, json_or_not_modified, not_modified, tagged_json
from lab.kit.memory import Memory
from lab.labs import service
from lab.labs.ownership import require_owner
from lab.models.base import SCHEMA_REVISION

# Of some ten kilobytes each, by tag.
_SENT: Final[Memory[str, str]] = Memory(most=500)


def answer(request: Request, session: Session, owner: bytes, attempt_id: UUID) -> Response:
    """The attempt, or 304. Raises NotFound and NotYours."""
    stamp = membership.stamp_of(session, attempt_id)
    if stamp is not None:
        require_owner(stamp.owner_key_hash, owner, attempt_id)
        membership.note_seen(session, attempt_id, stamp.last_seen_at)
    if stamp is None or stamp.has_open_runs:
        return json_or_not_modified(request, _json(session, owner, attempt_id))
    revisions = (stamp.work_count, stamp.control_revision, stamp.is_closed, stamp.is_time_up)
    tag = etag_of(SCHEMA_REVISION, attempt_id, *revisions)
    known = not_modified(request, tag)
    if known is not None:
        return known
    content = _SENT.get(tag)
    if content is None:
        content = _json(session, owner, attempt_id)
        _SENT.put(tag, content)
    return tagged_json(content, tag)


def _json(session: Session, owner: bytes, attempt_id: UUID) -> str:
    return service.read(session, owner, attempt_id).model_dump_json()
