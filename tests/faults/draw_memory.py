"""Draw docs/images/viewers-memory.svg from docs/data/viewers-memory.csv.

python3 -m tests.faults.draw_memory

The picture has a background of its own, so that it is read on light and on dark pages alike.
"""

import csv
from html import escape
from typing import Final

from tools.paths import PROJECT_ROOT

DATA: Final = PROJECT_ROOT / "docs" / "data" / "viewers-memory.csv"
PICTURE: Final = PROJECT_ROOT / "docs" / "images" / "viewers-memory.svg"
WIDTH, HEIGHT = 760, 380
LEFT, RIGHT, TOP, BOTTOM = 70, 150, 24, 54
MANY_REQUESTS: Final = 10_000
# Okabe and Ito, as the curves of the lab; each has a dash of its own too.
PARTS: Final = (
    ("api_mb", "API", "#0072b2", ""),
    ("postgres_mb", "PostgreSQL", "#d55e00", "8 4"),
    ("workers_mb", "workers", "#007a5e", "2 3"),
)
Row = dict[str, float]


def main() -> None:
    """Read the data and write the picture."""
    with DATA.open(encoding="utf-8") as file:
        rows = [{name: float(text) for name, text in row.items()} for row in csv.DictReader(file)]
    PICTURE.write_text(_svg(rows), encoding="utf-8")


def _svg(rows: list[Row]) -> str:
    end_s = rows[-1]["elapsed_s"]
    top_mb = _step_above(max(row[part] for row in rows for part, *_ in PARTS))

    def x(elapsed_s: float) -> float:
        return LEFT + elapsed_s / end_s * (WIDTH - LEFT - RIGHT)

    def y(size_mb: float) -> float:
        return HEIGHT - BOTTOM - size_mb / top_mb * (HEIGHT - TOP - BOTTOM)

    content = [
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="6" fill="#ffffff" stroke="#d0d5dd"/>',
    ]
    for size_mb in range(0, top_mb + 1, top_mb // 4):
        content.append(_line(LEFT, y(size_mb), WIDTH - RIGHT, y(size_mb), "#e4e7ec"))
        content.append(_text(LEFT - 8, y(size_mb) + 4, f"{size_mb}", "end"))
    content += [
        _text(x(elapsed_s), HEIGHT - BOTTOM + 18, f"{elapsed_s}", "middle")
        for elapsed_s in range(0, int(end_s) + 1, 60)
    ]
    content.append(_text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 14, "time, s", "middle"))
    middle = (TOP + HEIGHT - BOTTOM) / 2
    turned = f' transform="rotate(-90 20 {middle:.0f})"'
    content.append(_text(20, middle, "memory (PSS), MB", "middle", turned))
    many = next((row for row in rows if row["requests"] >= MANY_REQUESTS), None)
    if many is not None:
        place = x(many["elapsed_s"])
        content.append(_line(place, TOP, place, HEIGHT - BOTTOM, "#667085"))
        content.append(_text(place + 6, TOP + 10, f"{MANY_REQUESTS:,} requests"))
    label_y = float("-inf")
    for part, name, color, dashes in sorted(PARTS, key=lambda each: -rows[-1][each[0]]):
        points = " ".join(f"{x(row['elapsed_s']):.1f},{y(row[part]):.1f}" for row in rows)
        content.append(
            f'<polyline points="{points}" fill="none" stroke="{color}" stroke-width="2"'
            f' stroke-dasharray="{dashes}"/>'
        )
        last = rows[-1][part]
        label = f"{name}, {last:.0f} MB"
        # Equal ends must not write over one another.
        label_y = max(label_y + 16, y(last) + 4)
        content.append(_text(WIDTH - RIGHT + 8, label_y, label, "start", f' fill="{color}"'))
    title = "Memory of a lab while 200 people use it, by part, over five minutes"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img"'
        ' font-family="system-ui, sans-serif" font-size="13">\n'
        f"<title>{escape(title)}</title>\n" + "\n".join(content) + "\n</svg>\n"
    )


def _step_above(size_mb: float) -> int:
    """A round number of MB that four lines divide."""
    return -(-int(size_mb) // 200) * 200 + (200 if size_mb % 200 > 180 else 0)


def _line(x1: float, y1: float, x2: float, y2: float, color: str) -> str:
    return (
        f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{color}"'
        ' stroke-width="1"/>'
    )


def _text(x: float, y: float, text: str, anchor: str = "start", more: str = "") -> str:
    color = "" if "fill=" in more else ' fill="#344054"'
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{color}{more}>{escape(text)}</text>'
    )


if __name__ == "__main__":
    main()
