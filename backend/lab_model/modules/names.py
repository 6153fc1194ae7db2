"""How a scenario names a module: by the SHA-256 of its bytes, so that the scenario's digest is over
them and equal names are equal algorithms.
"""

import hashlib
import re
from typing import Any, Final

NAME_PREFIX: Final = "wasm:"
MOST_FLOWS: Final = 200
"""Flows of a run that run modules: each has an instance with a memory of its own."""
MOST_SERVED_FLOWS: Final = 32
"""Flows with modules where strangers send them: half a GiB of memory at most."""
MOST_SENT: Final = 8
"""Times the packets, data and ACKs, that the links carry in a whole run. Who floods sends hundreds
of times as many, and the core takes minutes for them; every shipped algorithm sends less than once
as many.
"""
LEAST_SERVED_PACKETS: Final = 1_000_000
"""May be sent in any run where strangers send modules: they take a second of a processor."""

_NAME: Final = re.compile(r"wasm:[0-9a-f]{64}")
_SHORT_DIGITS: Final = 8


def module_name(content: bytes) -> str:
    """The name of the module with these bytes, as a scenario has it."""
    return NAME_PREFIX + hashlib.sha256(content).hexdigest()


def is_module_name(name: str) -> bool:
    """Whether an algorithm of this name is a module."""
    return _NAME.fullmatch(name) is not None


def short_name(name: str) -> str:
    """A module's name in a sentence or a title: `wasm:1a2b3c4d`."""
    return name[: len(NAME_PREFIX) + _SHORT_DIGITS]


def modules_named_in(document: Any) -> set[str]:
    """The names of modules anywhere in a JSON document: a scenario, or an experiment."""
    found: set[str] = set()
    waiting = [document]
    while waiting:
        value = waiting.pop()
        if isinstance(value, str):
            if is_module_name(value):
                found.add(value)
        elif isinstance(value, dict):
            waiting.extend(value.values())
        elif isinstance(value, list | tuple):
            waiting.extend(value)
    return found
