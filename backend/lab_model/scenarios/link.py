"""Links that hold a scenario or an experiment: `.../build#lab1=TEXT`, with `&seed=N` behind it.

TEXT is the base64url (RFC 4648, without padding) of raw deflate (RFC 1951) of JSON. The browser
writes them, too (`frontend/src/analysis/links/scenarioLink.ts`); no server sees what is behind the
`#`.
"""

import binascii
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import TYPE_CHECKING, Final
from urllib.parse import parse_qs

from lab_model.scenarios.problems import problem_of_text
from lab_model.scenarios.text import InvalidScenarioError

if TYPE_CHECKING:
    from lab_model.scenarios.scenario import Scenario

MAX_UNPACKED_BYTES: Final = 4_194_304
"""A short text may unpack to a thousand times its length; a service takes no larger scenario."""

_MARK: Final = "#lab1="


def scenario_link(scenario: "Scenario", seed: int) -> str:
    """Opens the scenario in the builder of any lab, and is read by the commands; without a site."""
    text = scenario.model_dump_json(exclude_defaults=True).encode()
    packing = zlib.compressobj(9, wbits=-zlib.MAX_WBITS)
    data = packing.compress(text) + packing.flush()
    return f"/build{_MARK}{urlsafe_b64encode(data).decode().rstrip('=')}&seed={seed}"


def is_scenario_link(text: str) -> bool:
    """Whether a text is such a link, of whatever server, or the part of one from the `#` on."""
    return _MARK in text


def unpack_link(link: str) -> bytes:
    """The JSON in a link. Raises `InvalidScenarioError`."""
    packed = _parameters(link).get("lab1", [""])[0]
    unpacking = zlib.decompressobj(wbits=-zlib.MAX_WBITS)
    try:
        raw = urlsafe_b64decode(packed + "=" * (-len(packed) % 4))
        text = unpacking.decompress(raw, MAX_UNPACKED_BYTES)
    except (zlib.error, binascii.Error, ValueError):
        raise _refused("is damaged: a part of it may be missing") from None
    if unpacking.unconsumed_tail:
        raise _refused(f"holds more than {MAX_UNPACKED_BYTES} bytes")
    if not unpacking.eof:
        raise _refused("is damaged: its end is missing")
    return text


def seed_of_link(link: str) -> str | None:
    """The seed as it stands there, not checked; None: the link says nothing of it."""
    return _parameters(link).get("seed", [None])[0]


def _parameters(link: str) -> dict[str, list[str]]:
    return parse_qs(link[link.index(_MARK) + 1 :])


def _refused(reason: str) -> InvalidScenarioError:
    return InvalidScenarioError([problem_of_text(f"The link {reason}")])
