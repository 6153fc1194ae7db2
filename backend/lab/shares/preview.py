"""The picture that messengers show beside a link: what the result looks like, in one glance.

1200 x 630 px: title, one line of setting, the throughput of the flow groups over time with
capacity and fair share, and the balance of who got what. Drawn from the stored series.
"""

from io import BytesIO
from typing import Any, Final

from PIL import Image, ImageDraw, ImageFont
from sqlalchemy.orm import Session

from lab.models import Run, Share
from lab.series import service as series
from lab.series.service import SeriesQuery
from lab.shares import repository

PREVIEW_WIDTH_PX: Final = 1200
PREVIEW_HEIGHT_PX: Final = 630

PAPER: Final = "#ffffff"
INK: Final = "#151b1f"
INK_2: Final = "#48535a"
GRID: Final = "#e8ecec"
# The hues of flow groups in light, as in the interface (Okabe and Ito).
HUES: Final = ("#0072b2", "#d55e00", "#009e73", "#c76f9f", "#56b4e9", "#e69f00")

_MARGIN: Final = 56
_PLOT: Final = (_MARGIN, 190, PREVIEW_WIDTH_PX - _MARGIN, 520)
_POINTS: Final = 300
_MAX_GROUPS: Final = len(HUES)

Line = list[tuple[float, float]]


def preview_png(session: Session, share: Share) -> bytes:
    """The picture of an open share."""
    image = Image.new("RGB", (PREVIEW_WIDTH_PX, PREVIEW_HEIGHT_PX), PAPER)
    draw = ImageDraw.Draw(image)
    shown = repository.runs_of(session, share.id)
    draw.text((_MARGIN, 48), "FaiRTT Lab", font=_font(24), fill=INK_2)
    draw.text(
        (_MARGIN, 84), _fitting(draw, share.title or "A result", 44), font=_font(44), fill=INK
    )
    if shown:
        run, result = shown[0]
        draw.text((_MARGIN, 144), _fitting(draw, _setting(run), 24), font=_font(24), fill=INK_2)
        _draw_curves(session, draw, run)
        if result is not None and result.document is not None:
            _draw_balance(draw, run, result.document)
    return _encoded(image)


def _draw_curves(session: Session, draw: ImageDraw.ImageDraw, run: Run) -> None:
    query = SeriesQuery(["throughput_bps"], ["group"], 0.0, None, _POINTS)
    found = series.read_of(session, run, query)
    top_bps = run.scenario["bottleneck"]["rate_bps"] * 1.05
    left, above, right, below = _PLOT

    def place(time_s: float, rate_bps: float) -> tuple[float, float]:
        across = time_s / run.duration_s
        up = min(1.0, rate_bps / top_bps)
        return left + across * (right - left), below - up * (below - above)

    capacity_y = place(0, run.scenario["bottleneck"]["rate_bps"])[1]
    draw.line([(left, capacity_y), (right, capacity_y)], fill=INK, width=2)
    draw.line([(left, below), (right, below)], fill=GRID, width=2)
    for subject in found.subjects[:_MAX_GROUPS]:
        values = subject.columns["throughput_bps"].mean
        points = zip(found.time_s, values, strict=True)
        line = [place(time_s, value) for time_s, value in points if value is not None]
        if len(line) > 1:
            draw.line(line, fill=HUES[subject.index % len(HUES)], width=4, joint="curve")


def _draw_balance(draw: ImageDraw.ImageDraw, run: Run, document: dict[str, Any]) -> None:
    """Who gets what: one bar, and each group's share in words."""
    totals = [0.0] * len(run.scenario["flows"])
    for flow in document["flows"]:
        totals[flow["group_index"]] += flow["throughput_bps"] or 0.0
    total_bps = sum(totals)
    if total_bps <= 0:
        return
    left, right = _MARGIN, PREVIEW_WIDTH_PX - _MARGIN
    x = float(left)
    for index, group_bps in enumerate(totals):
        end = x + (right - left) * group_bps / total_bps
        hue = HUES[index % len(HUES)]
        draw.rectangle([x, 544, end, 560], fill=hue)
        words = f"{run.scenario['flows'][index]['label']} {100 * group_bps / total_bps:.0f}%"
        if draw.textlength(words, font=_font(24)) <= end - x:
            draw.text((x, 572), words, font=_font(24), fill=INK)
        x = end


def _setting(run: Run) -> str:
    bottleneck = run.scenario["bottleneck"]
    names = dict.fromkeys(group["algorithm"]["name"] for group in run.scenario["flows"])
    return (
        f"{', '.join(names)}; {bottleneck['rate_bps'] / 1e6:g} Mbit/s, {run.duration_s:g} s, "
        f"seed {run.seed}"
    )


def _fitting(draw: ImageDraw.ImageDraw, text: str, size: int) -> str:
    """As much of a text as one line holds."""
    room = PREVIEW_WIDTH_PX - 2 * _MARGIN
    if draw.textlength(text, font=_font(size)) <= room:
        return text
    while text and draw.textlength(f"{text}…", font=_font(size)) > room:
        text = text[:-1]
    return f"{text.rstrip()}…"


def _font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """Pillow brings one along, so the picture is the same on every machine."""
    return ImageFont.load_default(size)


def _encoded(image: Image.Image) -> bytes:
    buffer = BytesIO()
    image.save(buffer, "PNG", optimize=True)
    return buffer.getvalue()
