"""Pages by cursor: the key of the last row of a page, opaque to the client."""

import base64
import binascii
import json
from collections.abc import Sequence


def encode_cursor(key: Sequence[str]) -> str:
    """A cursor that continues behind the row with this key."""
    text = json.dumps(list(key), ensure_ascii=False)
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def decode_cursor(cursor: str, length: int) -> list[str]:
    """The key of `length` texts. ValueError for anything that `encode_cursor` did not make."""
    try:
        key: object = json.loads(base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)))
    except (binascii.Error, UnicodeDecodeError) as error:
        raise ValueError("the cursor is not one of this server") from error
    texts = [part for part in key if isinstance(part, str)] if isinstance(key, list) else []
    if not isinstance(key, list) or not len(key) == len(texts) == length:
        raise ValueError("the cursor is not one of this server")
    return texts
