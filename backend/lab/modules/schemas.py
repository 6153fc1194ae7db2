"""Requests and answers of the API of modules."""

from datetime import datetime
from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field

from lab_model.modules import MOST_STORED_BYTES, ModuleDescription
from lab_model.scenarios.names import PRINTABLE

MOST_SOURCE_CHARACTERS: Final = 200_000
_MOST_LINE_CHARACTERS: Final = 500
# Four characters for three bytes.
_MOST_BASE64_CHARACTERS: Final = -(-MOST_STORED_BYTES // 3) * 4


class ModuleCreate(BaseModel):
    """A module, with how it was made."""

    model_config = ConfigDict(extra="forbid")

    content_base64: str = Field(
        max_length=_MOST_BASE64_CHARACTERS,
        description=f"The bytes of the file, at most {MOST_STORED_BYTES} of them, in base64.",
    )
    source_text: str = Field(
        default="",
        max_length=MOST_SOURCE_CHARACTERS,
        description="Its source, for readers: nothing compiles it here.",
    )
    build_line: Annotated[str, PRINTABLE] = Field(
        default="", max_length=_MOST_LINE_CHARACTERS, description="The command that made it."
    )
    licence: Annotated[str, PRINTABLE] = Field(
        default="", max_length=_MOST_LINE_CHARACTERS, description="Of the source, e.g. `MIT`."
    )


class ModuleListed(BaseModel):
    """A module that flows can run."""

    name: str = Field(description="As a scenario has it: `wasm:` and the SHA-256 of its bytes.")
    sha256: str
    byte_count: int
    description: ModuleDescription
    build_line: str
    licence: str
    created_at: datetime


class ModuleRead(ModuleListed):
    """A module with its source."""

    source_text: str = Field(
        description="As the first who gave it wrote it; that it makes these bytes is not "
        "checked. May be empty."
    )
    is_mine: bool = Field(description="It is in the list of the key of the header.")
