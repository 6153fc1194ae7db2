"""What lets people into a class: join codes, recovery codes, the teacher's key, identifiers.

Only the join code is stored as it is. Of all others the server keeps hashes.
"""

import hashlib
import re
import secrets
from typing import Final
from uuid import UUID

WORDS: Final = (
    "ACK BANDWIDTH BEACON BIT BRIDGE BUFFER BURST BYTE CABLE CELL CHANNEL CLIENT CLOCK DATAGRAM "
    "DELAY DUPLEX ECHO EPOCH ETHER FABRIC FIBER FLOW FRAME GATEWAY HEADER HOP HOST HUB JITTER "
    "LABEL LATENCY LAYER LINK LOOP MESH MODEM NODE OCTET PACKET PATH PAYLOAD PEER PING PIPE "
    "PORT PROBE PROXY QUEUE RELAY RING ROUTE ROUTER SEGMENT SERVER SOCKET SPINE STREAM SUBNET "
    "SWITCH TOKEN TRUNK TUNNEL UPLINK WINDOW WIRE "
)
_FIRST_NUMBER: Final = 1000
_LAST_NUMBER: Final = 9999
_TYPED_CODE: Final = re.compile(r"([A-Z]+)[\s_-]*([0-9]{4})")

# Without 0, 1, I, L, O and U, which are easily confused.
_RECOVERY_LETTERS: Final = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
_RECOVERY_GROUPS: Final = 3
_GROUP_LETTERS: Final = 4

_KEY_BYTES: Final = 16

ADJECTIVES: Final = (
    "Able Amber Bold Brave Bright Brisk Calm Cheerful Clever Cosmic Curious Daring Eager Early "
    "Fair Fast Gentle Golden Happy Honest Jolly Keen Kind Lively Lucky Mellow Merry Mighty "
    "Modest Nimble Noble Patient Polite Proud Quick Quiet Rapid Ready Silver Smart Snappy "
    "Steady Sunny Swift Tidy Wise Witty Zesty "
)
ANIMALS: Final = (
    "Alpaca Badger Beaver Bison Camel Cheetah Crane Dolphin Eagle Falcon Ferret Finch Fox "
    "Gazelle Gecko Heron Ibex Jaguar Kestrel Kiwi Koala Lemur Lynx Marten Meerkat Narwhal "
    "Ocelot Octopus Orca Osprey Otter Owl Panda Pelican Penguin Puffin Quokka Raven Robin "
    "Salmon Seal Sparrow Stork Swan Tapir Tiger Turtle Walrus Wombat Yak Zebra "
)


def new_join_code() -> str:
    """`QUEUE-4217`: half a million of them."""
    number = _FIRST_NUMBER + secrets.randbelow(_LAST_NUMBER - _FIRST_NUMBER + 1)
    return f"{secrets.choice(WORDS.split())}-{number}"


def join_code_of(typed: str) -> str:
    """The code as it is stored: `queue 4217` and `Queue4217` are `QUEUE-4217`."""
    text = typed.strip().upper()
    found = _TYPED_CODE.fullmatch(text)
    return text if found is None else f"{found[1]}-{found[2]}"


def new_recovery_code() -> str:
    """`7KQM-2XDP-9RTV`: 58 bits."""
    groups = (
        "".join(secrets.choice(_RECOVERY_LETTERS) for _letter in range(_GROUP_LETTERS))
        for _group in range(_RECOVERY_GROUPS)
    )
    return "-".join(groups)


def recovery_code_hash_of(class_id: UUID, typed: str) -> bytes:
    """The stored hash of a recovery code. Spaces, dashes and case do not matter."""
    return _salted(class_id, "recovery", re.sub(r"[\s-]", "", typed).upper())


def identifier_hash_of(class_id: UUID, typed: str) -> bytes:
    """The stored hash of an identifier. Case and spaces at its ends do not matter."""
    return _salted(class_id, "identifier", " ".join(typed.split()).casefold())


def browser_hash_of(class_id: UUID, owner_key_hash: bytes) -> bytes:
    """What stays of the browser of a student who has left."""
    return _salted(class_id, "browser", owner_key_hash.hex())


def new_key() -> str:
    """128 bits, 22 letters: too long to guess."""
    return secrets.token_urlsafe(_KEY_BYTES)


def key_hash_of(key: str) -> bytes:
    """The stored hash of the key of a teacher, or of a wall."""
    return hashlib.sha256(key.strip().encode()).digest()


def new_alias(taken: set[str]) -> str:
    """An adjective and an animal that no student of the class has yet, as long as there are any."""
    for _try in range(100):
        alias = f"{secrets.choice(ADJECTIVES.split())} {secrets.choice(ANIMALS.split())}"
        if alias not in taken:
            return alias
    return f"{alias} {secrets.randbelow(_LAST_NUMBER)}"


def _salted(class_id: UUID, kind: str, text: str) -> bytes:
    return hashlib.sha256(b"\n".join((class_id.bytes, kind.encode(), text.encode()))).digest()
