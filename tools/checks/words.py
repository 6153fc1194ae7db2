"""Private words: what only this project says, with what an engineer says instead.

None may stand in a text that a user reads: the documents in docs/ and the strings of the
interface. The clearest of them are counted in all sources, comments and names included, area by
area. These counts may only fall; `./lab format` writes the lower ones.
"""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

from tools.checks.files import files_with, text_of
from tools.paths import PROJECT_ROOT

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


COUNTS: Final[dict[str, int]] = {
    "backend/fairtt_lab": 0,
    "backend/lab": 17,
    "backend/lab_model": 14,
    "frontend": 1,
    "frontend/src": 15,
    "frontend/src/features": 20,
    "migrations": 0,
    "research": 0,
    "sim-core": 6,
    "tests": 26,
    "tools": 8,
    "worker": 3,
}
"""How many private words the sources of each area still have; the longest matching area counts."""

THIS_FILE: Final = "tools/checks/words.py"
_SHORT: Final = "told, nobody, somebody, whoever, `of what is`, `goes on`"
_ANYWHERE: Final = re.compile(
    r"nobody|somebody|whoever|\btold apart"
    r"|goes[ _]on(?![a-z])|of[ _]what[ _](?:is|was|they|it)(?![a-z])",
    re.I,
)
_TOLD: Final = re.compile(
    r"(?:(?<![A-Za-z])(?:[Uu]n)?[Tt]old|(?<=[a-z])(?:Unt|T)old|(?:UN)?TOLD)(?![a-z])"
)
_PYTHON_PROSE: Final = re.compile(
    r"\"{3}.*?\"{3}|\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'|#[^\n]*", re.S
)
_OTHER_PROSE: Final = re.compile(
    r"/\*.*?\*/|//[^\n]*|\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`", re.S
)


def problems() -> Iterator[str]:
    """One line for each private word in a text, and for each area whose count is not COUNTS."""
    counts = in_sources()
    for area in sorted({*counts, *COUNTS}):
        count, allowed = counts[area], COUNTS.get(area, 0)
        if count > allowed:
            yield f"{area}: {count} private words in sources, {allowed} are allowed: {_SHORT}"
        elif count < allowed:
            yield f"{area}: {count} private words in sources; `./lab format` lowers {allowed}"
    for name in (*files_with(".ts", ".tsx", under="frontend/src/"), *_documents()):
        for number, complaint in _found(name, text_of(name)):
            yield f"{name}:{number}: {complaint}"


def in_sources() -> Counter[str]:
    """How many private words the sources of each area have."""
    counts: Counter[str] = Counter()
    for name in files_with(".py", ".ts", ".tsx", ".mjs", ".cpp", ".h"):
        if name == THIS_FILE:
            continue
        areas = [area for area in COUNTS if name.startswith(f"{area}/")]
        text = text_of(name)
        count = len(_ANYWHERE.findall(text))
        if _TOLD.search(text):
            prose = _PYTHON_PROSE if name.endswith(".py") else _OTHER_PROSE
            count += len(_TOLD.findall(prose.sub("", text)))
        if count:
            counts[max(areas, key=len, default=name)] += count
    return counts


def lower_counts() -> None:
    """Write the counts that have fallen into this file."""
    file = PROJECT_ROOT / THIS_FILE
    text = file.read_text(encoding="utf-8")
    counts = in_sources()
    for area, allowed in COUNTS.items():
        lower = min(counts[area], allowed)
        text = text.replace(f'"{area}": {allowed},', f'"{area}": {lower},')
    file.write_text(text, encoding="utf-8")


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
    """The offset of each text and its words; blanks replace comments and code."""
    if is_document:
        yield 0, _CODE.sub(_blank, text)
        return
    for match in _STRING.finditer(_COMMENT.sub(_blank, text)):
        yield match.start(), match.group()


def _blank(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", match.group())
