"""Names and labels that people give."""

import re
from typing import Final

from pydantic import AfterValidator
from pydantic_core import PydanticCustomError

_REFUSED: Final = re.compile("[\0-\x1f\x7f\ud800-\udfff]")


def _without_control_characters(text: str) -> str:
    # PostgreSQL stores no NUL, UTF-8 no half of a surrogate pair, and no other control character
    # belongs into one line of text.
    if _REFUSED.search(text) is not None:
        raise PydanticCustomError(
            "refused",
            "{requirement}",
            {"requirement": "must be one line without control characters", "bound": None},
        )
    return text


PRINTABLE: Final = AfterValidator(_without_control_characters)
