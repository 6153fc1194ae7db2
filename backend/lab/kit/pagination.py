"""Pages by cursor: the key of the last row of a page, opaque to the client."""

import base64
import binascii
import json
from datetime import datetime
from uuid import UUID


def encode_cursor(created_at: datetime, row_id: UUID) -> str:
    """A cursor that continues behind this row."""
    text = json.dumps([created_at.isoformat(), str(row_id)])
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def decode_cursor(cursor: str) -> tuple[datetime, UUID]:
    """Raises ValueError for anything that `encode_cursor` did not make."""
    try:
        text = base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4))
        created_at, row_id = json.loads(text)
        return datetime.fromisoformat(created_at), UUID(row_id)
    except (binascii.Error, UnicodeDecodeError, TypeError, AttributeError) as error:
        raise ValueError("the cursor is not one of this server") from error
