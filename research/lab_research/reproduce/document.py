"""A document of paragraphs and tables, page by page: matplotlib draws it.

matplotlib is in the client's packages, which `./lab reproduce --report` installs. The same calls
give the same bytes.
"""

import textwrap
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from matplotlib.backends.backend_pdf import PdfPages
    from matplotlib.figure import Figure

TEXT_PT: Final = 7.5
_WIDTH_PT: Final = 842.0
_HEIGHT_PT: Final = 595.0
_MARGIN_PT: Final = 40.0
_POINTS_PER_INCH: Final = 72
_LEADING: Final = 1.35
_GAP_PT: Final = 8.0
# Relative to the font's size; wide enough for most texts of DejaVu Sans.
_LETTER: Final = 0.55


class Document:
    """Pages that are filled from the top."""

    def __init__(self, pages: "PdfPages", foot: str) -> None:
        self._pages = pages
        self._foot = foot
        self._count = 0
        self._figure: Figure | None = None
        self._top_pt = 0.0

    def text(
        self, text: str, size_pt: float = TEXT_PT, *, bold: bool = False, keeps_pt: float = 0.0
    ) -> None:
        """A paragraph over the whole width; `keeps_pt` of what follows stay on its page."""
        width_pt = _WIDTH_PT - 2 * _MARGIN_PT
        lines = list(_wrapped(text, width_pt, size_pt, bold=bold))
        self._need(len(lines) * size_pt * _LEADING + _GAP_PT + keeps_pt)
        self._top_pt -= _GAP_PT
        self._draw(lines, _MARGIN_PT, size_pt, bold=bold)
        self._top_pt -= len(lines) * size_pt * _LEADING

    def row(
        self,
        cells: Sequence[str],
        widths: Sequence[float],
        *,
        bold: bool = False,
        has_line: bool = True,
        indent_pt: float = 0.0,
    ) -> None:
        """Cells side by side, below a thin line. A row is never broken."""
        wrapped = [
            list(_wrapped(cell, width, TEXT_PT, bold=bold))
            for cell, width in zip(cells, widths, strict=True)
        ]
        height_pt = max(map(len, wrapped)) * TEXT_PT * _LEADING + 4
        self._need(height_pt)
        if has_line:
            self._line()
        self._top_pt -= 2
        left_pt = _MARGIN_PT + indent_pt
        for lines, width in zip(wrapped, widths, strict=True):
            self._draw(lines, left_pt, TEXT_PT, bold=bold)
            left_pt += width
        self._top_pt -= height_pt - 2

    def close(self) -> None:
        """Writes the last page."""
        if self._figure is not None:
            self._pages.savefig(self._figure)  # type: ignore[no-untyped-call]
            self._figure = None

    def _need(self, height_pt: float) -> None:
        if self._figure is None or self._top_pt - height_pt < _MARGIN_PT:
            self._begin()

    def _begin(self) -> None:
        from matplotlib.figure import Figure

        self.close()
        self._count += 1
        size = (_WIDTH_PT / _POINTS_PER_INCH, _HEIGHT_PT / _POINTS_PER_INCH)
        self._figure = Figure(figsize=size)
        self._top_pt = _MARGIN_PT / 2
        self._draw([f"{self._foot} · page {self._count}"], _MARGIN_PT, TEXT_PT, bold=False)
        self._top_pt = _HEIGHT_PT - _MARGIN_PT

    def _draw(self, lines: Sequence[str], left_pt: float, size_pt: float, *, bold: bool) -> None:
        if self._figure is None:
            raise AssertionError("a page has begun")
        self._figure.text(
            left_pt / _WIDTH_PT,
            self._top_pt / _HEIGHT_PT,
            "\n".join(lines),
            size=size_pt,
            weight="bold" if bold else "normal",
            va="top",
            linespacing=_LEADING * 0.87,
            parse_math=False,
        )

    def _line(self) -> None:
        from matplotlib.lines import Line2D

        if self._figure is None:
            raise AssertionError("a page has begun")
        ends = (_MARGIN_PT / _WIDTH_PT, 1 - _MARGIN_PT / _WIDTH_PT)
        height = self._top_pt / _HEIGHT_PT
        self._figure.add_artist(Line2D(ends, (height, height), color="#c0c6c9", linewidth=0.4))


def _wrapped(text: str, width_pt: float, size_pt: float, *, bold: bool) -> Iterator[str]:
    letter_pt = size_pt * _LETTER * (1.12 if bold else 1.0)
    yield from textwrap.wrap(text, max(4, int((width_pt - 6) / letter_pt))) or [""]
