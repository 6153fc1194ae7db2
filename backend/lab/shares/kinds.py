"""The kinds of content of a link."""

from typing import Final, Literal

ShareKind = Literal["runs", "comparison", "experiment"]
SHARE_KINDS: Final = ("runs", "comparison", "experiment")
