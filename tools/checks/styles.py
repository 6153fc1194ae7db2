"""Forms of the interface that many places share have a name (`frontend/src/styles/parts.css`)."""

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Final

from tools.checks.files import files_with, text_of

MOST_TIMES: Final = 2
"""So often may the same declarations stand, two or more; then they are a class of parts.css."""
# Bodies of before the rule, by a selector that each has. The list only gets shorter.
STAND_OFTENER: Final = {
    ".visually-hidden": 4,  # In three of them for one width of the window only.
    ".table thead th[aria-sort] button": 3,
}
COMMENT: Final = re.compile(r"/\*.*?\*/", re.DOTALL)
RULE: Final = re.compile(r"([^{}]+)\{([^{}]*)\}")

Place = tuple[str, str]


def problems() -> Iterator[str]:
    """Each body that stands oftener than it may, with its places."""
    for body, places in repeated_bodies().items():
        allowed = next((STAND_OFTENER[name] for _, name in places if name in STAND_OFTENER), None)
        where = ", ".join(f"{name} {selector}" for name, selector in places)
        if len(places) > (allowed or MOST_TIMES):
            yield f"{'; '.join(body)}: stands {len(places)} times, in {where}"
        elif allowed is not None and len(places) < allowed:
            yield f"{where}: stands {len(places)} times; write that into STAND_OFTENER"


def repeated_bodies() -> dict[tuple[str, ...], list[Place]]:
    """Bodies of two declarations or more, in any order, with their files and selectors."""
    found: dict[tuple[str, ...], list[Place]] = defaultdict(list)
    for name in files_with(".css", under="frontend/src/"):
        for selector, text in RULE.findall(COMMENT.sub("", text_of(name))):
            body = tuple(sorted(" ".join(part.split()) for part in text.split(";") if part.strip()))
            if len(body) > 1:
                found[body].append((name, " ".join(selector.split())))
    return found
