"""What all previews of links have: the paper, the words above, the colours."""

from collections.abc import Sequence
from io import BytesIO
from typing import Final

from PIL import Image, ImageDraw, ImageFont

PREVIEW_WIDTH_PX: Final = 1200
PREVIEW_HEIGHT_PX: Final = 630
MARGIN_PX: Final = 56
PLOT: Final = (MARGIN_PX, 190, PREVIEW_WIDTH_PX - MARGIN_PX, 520)
"""Left, above, right, below."""

PAPER: Final = "#ffffff"
INK: Final = "#151b1f"
INK_2: Final = "#48535a"
GRID: Final = "#e8ecec"
SMALL_PX: Final = 24

SUBTITLE_Y: Final = 144
_TITLE_PX: Final = 44
_ROOM_PX: Final = PREVIEW_WIDTH_PX - 2 * MARGIN_PX


class Canvas:
    """A picture of 1200 x 630 px with its brand and its title."""

    def __init__(self, title: str) -> None:
        self._image = Image.new("RGB", (PREVIEW_WIDTH_PX, PREVIEW_HEIGHT_PX), PAPER)
        self.draw = ImageDraw.Draw(self._image)
        self.text((MARGIN_PX, 48), "FaiRTT Lab", INK_2)
        fitting = _fitting(self.draw, title or "A result", _TITLE_PX, _ROOM_PX)
        self.draw.text((MARGIN_PX, 84), fitting, font=_font(_TITLE_PX), fill=INK)

    def subtitle(self, words: str) -> None:
        """One line of the settings."""
        self.text((MARGIN_PX, SUBTITLE_Y), self.fitting(words, _ROOM_PX), INK_2)

    def text(self, place: tuple[float, float], words: str, fill: str = INK) -> None:
        """Small words with their upper left corner at a place."""
        self.draw.text(place, words, font=_font(SMALL_PX), fill=fill)

    def text_before(self, place: tuple[float, float], words: str, fill: str = INK) -> None:
        """As `text`, with `place` as the upper right corner."""
        x, y = place
        self.text((x - self.length_px(words), y), words, fill)

    def length_px(self, words: str) -> float:
        """The length of small words."""
        return self.draw.textlength(words, font=_font(SMALL_PX))

    def line(self, points: Sequence[tuple[float, float]], fill: str, width: int = 4) -> None:
        """A curve; less than two points are none."""
        if len(points) > 1:
            self.draw.line(list(points), fill=fill, width=width, joint="curve")

    def png(self) -> bytes:
        """The picture as a file."""
        buffer = BytesIO()
        self._image.save(buffer, "PNG", optimize=True)
        return buffer.getvalue()

    def fitting(self, words: str, room_px: float) -> str:
        """As much of small words as fits into `room_px`."""
        return _fitting(self.draw, words, SMALL_PX, room_px)


def _fitting(draw: ImageDraw.ImageDraw, text: str, size_px: int, room_px: float) -> str:
    font = _font(size_px)
    if draw.textlength(text, font=font) <= room_px:
        return text
    while text and draw.textlength(f"{text}…", font=font) > room_px:
        text = text[:-1]
    return f"{text.rstrip()}…"


def _font(size_px: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """Pillow brings one along, so the picture is the same on every machine."""
    return ImageFont.load_default(size_px)
