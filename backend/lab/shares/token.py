"""The secret part of a link.

Anyone who has it may look; it is too long to guess, and the database holds only its hash.
"""

import hashlib
import secrets
from typing import Annotated

from fastapi import Depends, Header, Path

TOKEN_BYTES = 16
"""128 bits; 22 characters of base64url."""


def new_token() -> str:
    """A new random token."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def token_hash_of(token: str) -> bytes:
    """The hash that is stored instead of a token."""
    return hashlib.sha256(token.encode()).digest()


def _header_hash(
    x_lab_share: Annotated[
        str,
        Header(max_length=200, description="The token of the link: what follows /s/ in it."),
    ],
) -> bytes:
    return token_hash_of(x_lab_share)


SharedToken = Annotated[bytes, Depends(_header_hash)]
"""SHA-256 of the token that the request shows. Tokens of any form take the same time."""


def _path_hash(token: Annotated[str, Path(max_length=200)]) -> bytes:
    return token_hash_of(token)


PathToken = Annotated[bytes, Depends(_path_hash)]
"""The same of an address that begins with it."""
