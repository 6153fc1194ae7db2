"""Private words: what only this project says may not stand in a text that a user reads.

Texts are the documents in docs/ and the strings of the interface. Each word has what an engineer
says instead.
"""

import re
from collections.abc import Iterator
from typing import Final

from tools.checks.files import files_with, text_of

INSTEAD: Final = {
    r"sent again": "retransmitted",
    r"told apart|cannot be told": "significant, inconclusive or distinguish",
    r"(?:same|other|by|met) luck": "random losses, seeds or chance",
    r"way back": "return path",
    r"nobody\b": "no one, no user or the passive voice",
    r"(?:mend|mends|mended|mending)\b": "fix",
    r"watch(?:es)? themselves": "active queue management",
    r"(?:put|stands?|drawn) beside": "compare with, next to or against",
    r"committed beforehand": "preregistered",
    r"as many again": "twice as many",
    r"its hue|hue of": "color or colour",
    r"pacer waits": "limited by pacing",
    r"drawing as time passes": "following the run",
    r"in steps of 256 samples": "updates every ... s",
    r"before the change": "previous setting",
    r"number of the bracket": "name both numbers",
    r"and \$\{[^}]*\} more|and \{[^}]*\} more": "list all when few, else `... more not shown`",
    r"of what (?:is|was|they|it)": "name the thing",
    r"whoever\b": "anyone who, or name the person",
    r"somebody\b": "someone, a user, another student, a flow",
}
"""Pattern to what is said instead."""


_WORDS: Final = {re.compile(rf"\b(?:{word})", re.I): better for word, better in INSTEAD.items()}
_STRING: Final = re.compile(
    r"'(?:[^'\\\n]|\\.)*'|\"(?:[^\"\\\n]|\\.)*\"|`(?:[^`\\]|\\.)*`"
    r"|(?<=[>}])[^<>{};=()]*[A-Za-z][^<>{};=()]*(?=[<{])"
)
_COMMENT: Final = re.compile(r"/\*.*?\*/|(?<![:\w'\"`/])//[^\n]*", re.S)
_CODE: Final = re.compile(r"^```.*?^```|`[^`\n]*`", re.S | re.M)


def problems() -> Iterator[str]:
    """One line for each private word in a text."""
    for name in (*files_with(".ts", ".tsx", under="frontend/src/"), *_documents()):
        for number, complaint in _found(name, text_of(name)):
            yield f"{name}:{number}: {complaint}"


def _documents() -> list[str]:
    return [
        name
        for name in files_with(".md", under="docs/")
        if not name.startswith(("docs/decisions/", "research/data/"))
    ]


def _found(name: str, text: str) -> Iterator[tuple[int, str]]:
    is_document = name.endswith(".md")
    if not is_document and (".test." in name or "/testing/" in name):
        return
    for start, part in _texts(text, is_document):
        for word, better in _WORDS.items():
            for match in word.finditer(part):
                number = text.count("\n", 0, start + match.start()) + 1
                yield number, f"private word {match.group()!r}; say {better}"


def _texts(text: str, is_document: bool) -> Iterator[tuple[int, str]]:
    """Where each text begins, and what it says; its place in the file is kept by spaces."""
    if is_document:
        yield 0, _CODE.sub(_blank, text)
        return
    for match in _STRING.finditer(_COMMENT.sub(_blank, text)):
        yield match.start(), match.group()


def _blank(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", match.group())
