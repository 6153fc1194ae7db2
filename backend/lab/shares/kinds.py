"""What a link may show."""

from typing import Final, Literal

ShareKind = Literal["runs", "experiment"]
SHARE_KINDS: Final = ("runs", "experiment")
