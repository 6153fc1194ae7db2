"""Draw the memory of a lab over time, as `./lab drill --viewers --memory FILE.csv` has stored it.

`./lab python -m tests.faults.draw_memory FILE.csv FILE.svg` draws it again.

The picture has a background of its own, so that it is read on light and on dark pages alike.
"""

import csv
import sys
from pathlib import Path
from typing import Final

import matplotlib as mpl
from matplotlib.figure import Figure

MANY_REQUESTS: Final = 10_000
# Okabe and Ito, as the curves of the lab; each has a dash of its own too.
PARTS: Final = (
    ("api_mb", "API", "#0072b2", "-"),
    ("postgres_mb", "PostgreSQL", "#d55e00", "--"),
    ("workers_mb", "workers", "#007a5e", ":"),
)
Row = dict[str, float]


def main(data: Path, picture: Path) -> None:
    """Read the data and write the picture."""
    with data.open(encoding="utf-8") as file:
        rows = [{name: float(text) for name, text in row.items()} for row in csv.DictReader(file)]
    draw(rows, picture)


def draw(rows: list[Row], path: Path) -> None:
    """As SVG, the same bytes each time."""
    mpl.rcParams.update({"svg.hashsalt": "memory", "svg.fonttype": "none", "font.size": 10})
    figure = Figure(figsize=(7.6, 3.8), layout="constrained", facecolor="white")
    axes = figure.subplots()
    times_s = [row["elapsed_s"] for row in rows]
    for part, name, color, dashes in PARTS:
        sizes_mb = [row[part] for row in rows]
        label = f"{name}, {sizes_mb[-1]:.0f} MB at the end"
        axes.plot(times_s, sizes_mb, dashes, color=color, linewidth=2, label=label)
    many = next((row for row in rows if row["requests"] >= MANY_REQUESTS), None)
    if many is not None:
        axes.axvline(many["elapsed_s"], color="#667085", linewidth=1)
        place = many["elapsed_s"], 0
        axes.annotate(f"{MANY_REQUESTS:,} requests", place, (5, 5), textcoords="offset points")
    axes.set(xlabel="time, s", ylabel="memory, MB", xlim=(0, times_s[-1]), ylim=(0, None))
    figure.legend(loc="outside upper center", ncols=len(PARTS), frameon=False)
    axes.grid(visible=True, color="#e4e7ec", linewidth=0.6)
    axes.spines[["top", "right"]].set_visible(False)
    title = f"Memory of a lab while 200 people use it, by part, over {times_s[-1] / 60:.0f} minutes"
    figure.savefig(path, format="svg", metadata={"Date": None, "Creator": None, "Title": title})


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
