"""Sentences with gaps: a number in a sentence is filled in from what was measured."""

import re
from collections.abc import Callable, Iterator
from typing import Final, Literal, cast

from lab_model.record import Record

_GAP: Final = re.compile(r"\{([a-z0-9-]+)\.([a-z0-9_]+)(?:\.(range|interval))?\}")

Form = Literal["mean", "range", "interval"]


class SentencePart(Record):
    """A piece of a sentence."""

    text: str
    is_number: bool = False
    """It was measured."""


def placeholders(sentence: str) -> list[tuple[str, str]]:
    """The gaps as (variant, number)."""
    return [(match[1], match[2]) for match in _GAP.finditer(sentence)]


def fill(sentence: str, text_of: Callable[[str, str, Form], str]) -> list[SentencePart]:
    """The sentence in pieces; `text_of(variant, number, form)` gives the text of a gap.

    `{bbr2.jain_index}` is a mean over the seeds, with `.range` it is the lowest and the highest
    seed, with `.interval` the ends of the 95 % interval.
    """
    return [part for part in _pieces(sentence, text_of) if part.text]


def _pieces(sentence: str, text_of: Callable[[str, str, Form], str]) -> Iterator[SentencePart]:
    end = 0
    for match in _GAP.finditer(sentence):
        form = cast(Form, match[3] or "mean")
        yield SentencePart(text=sentence[end : match.start()])
        yield SentencePart(text=text_of(match[1], match[2], form), is_number=True)
        end = match.end()
    yield SentencePart(text=sentence[end:])
