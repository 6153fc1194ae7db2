"""The documents stay true and readable: their links lead somewhere, the paths and commands that
they name exist, and all pages together stay short.
"""

import posixpath
import re
from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Final

from tools.bootstrap.api_types import CLIENT_MODELS_PATH, DESCRIPTION_PATH, INTERFACE_TYPES_PATH
from tools.checks.files import files_with, repository_files, text_of
from tools.command_names import command_names
from tools.paths import PROJECT_ROOT

GENERATED: Final = {"docs/api.md", "docs/metrics.md", "docs/problems.md", "docs/scenario.md"}
"""Reference pages that `./lab generate` writes; their length follows from what they list."""
MOST_WORDS: Final = 60_000
"""Words of all other pages in docs/ together. The limit only goes down."""

MADE: Final = {
    path.relative_to(PROJECT_ROOT).as_posix()
    for path in (CLIENT_MODELS_PATH, DESCRIPTION_PATH, INTERFACE_TYPES_PATH)
}
"""Files that a build makes and that are not committed."""

_LINK: Final = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)")
_CODE: Final = re.compile(r"^```.*?^```|`[^`\n]*`", re.S | re.M)
_PATH: Final = re.compile(
    r"`((?:backend|docker|docs|frontend|migrations|research|sim-core|tests|tools|worker)/[\w./-]+)`"
)
_PLACEHOLDER: Final = re.compile(r"(?:^|/)[A-Z]{2,}")
_COMMAND: Final = re.compile(r"\./lab ([a-z][a-z-]*)")
_HEADING: Final = re.compile(r"^#+ (.+)$", re.M)


def problems() -> Iterator[str]:
    """Each link, path or command that does not exist, and more words than a person would read."""
    pages = [name for name in files_with(".md") if not name.startswith("frontend/")]
    for name in pages:
        for target in _LINK.findall(_CODE.sub("", text_of(name))):
            if not target.startswith(("http://", "https://", "mailto:")):
                yield from _lost(name, target)
        yield from _unknown(name)
    written = [name for name in files_with(".md", under="docs/") if name not in GENERATED]
    words = sum(len(text_of(name).split()) for name in written)
    if words > MOST_WORDS:
        yield f"docs/: {words} words, limit {MOST_WORDS}; say each thing once and link to it"


def _unknown(name: str) -> Iterator[str]:
    text, names = text_of(name), repository_files()
    for path in _PATH.findall(text):
        is_there = path in names or any(each.startswith(f"{path.rstrip('/')}/") for each in names)
        if not is_there and path not in MADE and _PLACEHOLDER.search(path) is None:
            yield f"{name}: names {path}, which does not exist"
    for command in set(_COMMAND.findall(text)) - command_names():
        yield f"{name}: names ./lab {command}, which does not exist"


def _lost(name: str, target: str) -> Iterator[str]:
    path, _, anchor = target.partition("#")
    page = posixpath.normpath(posixpath.join(posixpath.dirname(name), path)) if path else name
    names = repository_files()
    if page not in names and not any(each.startswith(f"{page}/") for each in names):
        yield f"{name}: links to {target}, which does not exist"
    elif anchor and PurePosixPath(page).suffix == ".md" and anchor not in _anchors(text_of(page)):
        yield f"{name}: links to {target}, a heading that does not exist"


def _anchors(text: str) -> set[str]:
    """The anchors of the headings, as the usual viewers of Markdown make them."""
    text = re.sub(r"^```.*?^```", "", text, flags=re.S | re.M)
    return {
        re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-")
        for heading in _HEADING.findall(text)
    }
