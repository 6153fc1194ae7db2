"""The owner of a request: an anonymous key made by the browser, stored only as a hash."""

import hashlib
from typing import Annotated, Final

from fastapi import Depends, Header

from lab.errors import OwnerNeeded, refuses
from lab_model.patterns import form_in_words

# At least 128 bits, written in hexadecimal (32 characters) or base64 (22).
OWNER_KEY_FORM: Final = form_in_words(
    r"^[A-Za-z0-9_-]{22,128}$", "must be 22 to 128 letters, digits, hyphens and underscores"
)


def owner_key_hash_of(owner_key: str) -> bytes:
    """The hash that is stored instead of a key."""
    return hashlib.sha256(owner_key.encode()).digest()


async def _sent_key(
    x_lab_owner: Annotated[
        str | None,
        Header(
            pattern=OWNER_KEY_FORM,
            description="Opaque key of at least 128 random bits, made and kept by the browser.",
        ),
    ] = None,
) -> str | None:
    return x_lab_owner


async def _owner_key_hash(key: Annotated[str | None, Depends(_sent_key)]) -> bytes | None:
    return None if key is None else owner_key_hash_of(key)


Owner = Annotated[bytes | None, Depends(_owner_key_hash)]
"""SHA-256 of the owner key; None: the request came without one."""


@refuses(OwnerNeeded)
async def _known_owner(owner: Owner) -> bytes:
    if owner is None:
        raise OwnerNeeded("This needs the header X-Lab-Owner: it is about an owner's data.")
    return owner


KnownOwner = Annotated[bytes, Depends(_known_owner)]
"""SHA-256 of the owner key; without one the request is refused."""


@refuses(OwnerNeeded)
async def _owner_key(key: Annotated[str | None, Depends(_sent_key)]) -> str:
    if key is None:
        raise OwnerNeeded("This needs the header X-Lab-Owner: its answer depends on the key.")
    return key


OwnerKey = Annotated[str, Depends(_owner_key)]
"""The key itself, for what only its browser can know; without one the request is refused."""
