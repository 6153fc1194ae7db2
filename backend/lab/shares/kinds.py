"""What a link may show."""

from typing import Final, Literal

ShareKind = Literal["runs", "comparison", "experiment"]
SHARE_KINDS: Final = ("runs", "comparison", "experiment")
