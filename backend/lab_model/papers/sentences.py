"""Sentences whose numbers are filled in from what was measured."""

import re
from collections.abc import Iterator, Mapping
from typing import Final

from lab_model.papers.schemas.numbers import Shown
from lab_model.presets.sentences import SentencePart

_GAP: Final = re.compile(r"\{([a-z0-9_]+)\}")


def sentence(template: str, numbers: Mapping[str, str]) -> list[SentencePart]:
    """`{name}` in the template becomes a number of its own piece. KeyError for a missing one."""
    return [part for part in _pieces(template, numbers) if part.text]


def plain_text(parts: list[SentencePart]) -> str:
    """The sentence in one piece."""
    return "".join(part.text for part in parts)


def _pieces(template: str, numbers: Mapping[str, str]) -> Iterator[SentencePart]:
    end = 0
    for match in _GAP.finditer(template):
        yield SentencePart(text=template[end : match.start()])
        yield SentencePart(text=numbers[match[1]], is_number=True)
        end = match.end()
    yield SentencePart(text=template[end:])


def digits_text(value: float, shown: Shown) -> str:
    """A number as the pages write it, without its unit."""
    text = f"{value * shown.factor:.{shown.digits}f}"
    return text.removeprefix("-") if float(text) == 0 else text
