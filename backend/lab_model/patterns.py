"""Texts of a form, with the form in words.

Pydantic's refusal of a text quotes the regular expression. A form that is declared here is said in
words instead.
"""

from typing import Final

_WORDS: Final[dict[str, str]] = {}


def form_in_words(pattern: str, words: str) -> str:
    """The pattern itself. `words` end the sentence "it ..." of whatever is refused by it.

    Raises ValueError if it has other words already: which of them is said would depend on what was
    imported last.
    """
    if _WORDS.setdefault(pattern, words) != words:
        raise ValueError(f"{pattern} is said in words already: {_WORDS[pattern]}")
    return pattern


def words_of_form(pattern: str) -> str | None:
    """What a text of this form must be; None if it is not declared."""
    return _WORDS.get(pattern)


KEY: Final = form_in_words(
    r"^[a-z0-9]+(-[a-z0-9]+)*$",
    "must be lower-case letters and digits, with single hyphens between them",
)
"""How parts of a document are named, e.g. `loss-and-fairness`."""

SHA256: Final = form_in_words(
    r"^[0-9a-f]{64}$", "must be 64 hexadecimal digits, with small letters"
)
"""A digest, as text."""

NO_NUL: Final = form_in_words("^[^\\x00]*$", "must not have a character of value 0")
"""Text that PostgreSQL can store."""
