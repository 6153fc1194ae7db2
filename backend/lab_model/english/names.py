"""How a sentence names flows: with or without an article, one or several, first or later in it.

A label is a common noun ("the elephant"), says which flow is meant ("the near flow", "the 20 ms
flow"), or is a name, which has no article ("CUBIC", "flow 2"). What people type is a name.
"""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

_NOUNS: Final = {
    "application": "applications",
    "call": "calls",
    "download": "downloads",
    "elephant": "elephants",
    "flow": "flows",
    "mouse": "mice",
    "upload": "uploads",
}
"""Labels that are common nouns, with their plurals."""
_PLURALS: Final = frozenset({"mice", "pages"})
_ADJECTIVES: Final = frozenset(
    {"bulk", "classic", "early", "far", "first", "last", "late", "long", "near", "scalable"}
    | {"second", "short", "tested", "third", "varied"}
)
"""Labels that say which flow is meant."""
_QUANTITY: Final = re.compile(r"\d[\d.,]* ?(?:[mµ]?s|[kMG]?bit/s|BDP)|.* RTT")
_COUNTED: Final = re.compile(
    r"(?:a |the )?(.*\b(?:two|three|four|five|six|seven|eight|nine|ten|twenty|fifty|hundred|"
    r"thousand)\b.*)"
)
_NUMBERED: Final = re.compile(r"(?:flow|group) \d+")
_WITH_ARTICLE: Final = re.compile(r"(?:the|an?) ", re.IGNORECASE)
_FLOWS: Final = re.compile(r" flows?$")
_PLAIN_MARKS: Final = frozenset(" -_/+&#%@~*'’")
_QUOTES: Final = re.compile('["“”„‟«»]')


@dataclass(frozen=True)
class Name:
    """A flow, or several, as a sentence says it."""

    text: str
    """Within a sentence."""
    opening: str
    """The name at the beginning of a sentence."""
    is_plural: bool = False

    def does(self, one: str, several: str) -> str:
        """The verb that agrees: `does("gets", "get")`."""
        return several if self.is_plural else one


def flow_name(label: str, group_index: int, number: int | None = None) -> Name:
    """One flow. `number`: which of the flows of its group, from 1; None: the only one."""
    label = _label(label, group_index)
    if number is not None:
        return _member(label, number)
    if label in _PLURALS:
        return _with_capital(f"the {label}", is_plural=True)
    if label in _NOUNS:
        return _with_capital(f"the {label}")
    if _is_adjective(label):
        return _with_capital(f"the {label} flow")
    return _proper(label)


def group_name(label: str, group_index: int, count: int) -> Name:
    """All flows of a group: `the 5 CUBIC flows`."""
    if count == 1:
        return flow_name(label, group_index)
    label = _label(label, group_index)
    counted = _COUNTED.fullmatch(label)
    if counted:
        return _with_capital(f"the {_FLOWS.sub('', counted[1])} flows", is_plural=True)
    if label in _NOUNS:
        return _with_capital(f"the {count:,} {_NOUNS[label]}", is_plural=True)
    if label in _PLURALS:
        return _with_capital(f"the {count:,} {label}", is_plural=True)
    if _NUMBERED.fullmatch(label) or label[0].isdigit():
        return _with_capital(f"the {count:,} flows of {_proper(label).text}", is_plural=True)
    return _with_capital(f"the {count:,} {_kind(label)} flows", is_plural=True)


def each_name(label: str, group_index: int, count: int) -> Name:
    """Any one flow of a group: `each CUBIC flow`; of a group of one, that flow."""
    if count == 1:
        return flow_name(label, group_index)
    label = _label(label, group_index)
    if _COUNTED.fullmatch(label) or _NUMBERED.fullmatch(label):
        return _with_capital(f"each of {group_name(label, group_index, count).text}")
    if label in _NOUNS:
        return _with_capital(f"each {label}")
    if label in _PLURALS:
        return _with_capital(f"each of the {count:,} {label}")
    return _with_capital(f"each {_kind(label)} flow")


def of_each(label: str, group_index: int) -> str:
    """Words after a mean over the flows of a group, however many they are: `per CUBIC flow`."""
    label = _label(label, group_index)
    if label in _NOUNS:
        return f"per {label}"
    if label in _PLURALS or _COUNTED.fullmatch(label) or _NUMBERED.fullmatch(label):
        return f"per flow of {flow_name(label, group_index).text}"
    return f"per {_kind(label)} flow"


def joined(names: Sequence[Name], others: int = 0) -> Name:
    """`the elephant`, `the elephant and the mouse`, `CUBIC, BBRv1 and 17 others`."""
    texts = [name.text for name in names]
    if others:
        texts.append("1 other" if others == 1 else f"{others:,} others")
    text = listed(texts)
    opening = names[0].opening + text[len(names[0].text) :]
    return Name(text, opening, is_plural=len(texts) > 1 or names[0].is_plural)


def listed(parts: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`, or `a, as it was, and b`; nothing of nothing."""
    if len(parts) < 2:
        return "".join(parts)
    last = ", and " if any(", " in part for part in parts) else " and "
    return f"{', '.join(parts[:-1])}{last}{parts[-1]}"


def possessive(name: Name) -> str:
    """`the elephant's`, `Vegas's`, `the 5 mice's`, `the 5 CUBIC flows'`."""
    return f"{name.text}'" if name.is_plural and name.text.endswith("s") else f"{name.text}'s"


def capital(text: str) -> str:
    """The text with its first letter capitalized; for words of the lab's own."""
    return text[:1].upper() + text[1:]


def _member(label: str, number: int) -> Name:
    counted = _COUNTED.fullmatch(label)
    if counted:
        return _with_capital(f"flow {number} of the {_FLOWS.sub('', counted[1])} flows")
    if label in _NOUNS or label in _PLURALS:
        return _with_capital(f"{label} {number}")
    if _is_adjective(label):
        return _with_capital(f"{label} flow {number}")
    mark = "#" if re.search(r"\s\d+$", label) else ""
    name = _proper(label)
    return Name(f"{name.text} {mark}{number}", f"{name.opening} {mark}{number}")


def _kind(label: str) -> str:
    """What the flows of a group are, before the word: `CUBIC`, `20 ms`."""
    return _proper(_FLOWS.sub("", label)).text


def _is_adjective(label: str) -> bool:
    return label in _ADJECTIVES or _QUANTITY.fullmatch(label) is not None


def _proper(label: str) -> Name:
    """A name as it was typed, in quotes where it could be taken for a part of the sentence."""
    if _WITH_ARTICLE.match(label) and _is_plain(label):
        return _with_capital(label[:1].lower() + label[1:])
    if _NUMBERED.fullmatch(label):
        return _with_capital(label)
    text = label if _is_plain(label) else f"“{_QUOTES.sub('’', label)}”"
    if any(unicodedata.bidirectional(char) in ("R", "AL", "AN") for char in text):
        # Or the numbers beside it would change sides.
        text = f"\u2068{text}\u2069"
    return Name(text, text)


def _is_plain(label: str) -> bool:
    return all(
        unicodedata.category(char)[0] in "LMN"
        or char in _PLAIN_MARKS
        or (char in ".," and index + 1 < len(label) and label[index + 1].isdigit())
        for index, char in enumerate(label)
    )


def _label(label: str, group_index: int) -> str:
    return " ".join(label.split()) or f"group {group_index + 1}"


def _with_capital(text: str, *, is_plural: bool = False) -> Name:
    return Name(text, capital(text), is_plural)
