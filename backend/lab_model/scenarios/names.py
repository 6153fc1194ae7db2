"""Names and labels that people give."""

from typing import Final

from pydantic import AfterValidator
from pydantic_core import PydanticCustomError


def _without_control_characters(text: str) -> str:
    # PostgreSQL stores no NUL, and no other control character belongs into one line of text.
    if any(ord(character) < 32 or ord(character) == 127 for character in text):
        raise PydanticCustomError(
            "refused",
            "{requirement}",
            {"requirement": "must be one line without control characters", "bound": None},
        )
    return text


PRINTABLE: Final = AfterValidator(_without_control_characters)
