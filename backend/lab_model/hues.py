"""The hues of flow groups in light, as in the interface's style sheet."""

from typing import Final

# Okabe and Ito: distinguishable with every kind of colour vision.
HUES: Final = ("#0072b2", "#d55e00", "#009e73", "#c76f9f", "#56b4e9", "#e69f00")
# Grey, which is no flow's: on light and on dark paper alike.
OF_LINK: Final = "#667178"


def hue_of(index: int) -> str:
    """The hue of a flow group, or of a curve drawn like one; starts over after the last."""
    return HUES[index % len(HUES)]
