"""The board of a contest as one page for a classroom's wall: no script, nothing loaded."""

from collections.abc import Sequence
from html import escape
from typing import Final

from lab_cli.contest.scoring import Row
from lab_model.english.numbers import short
from lab_model.evaluation.contest import PARTS

_STYLE: Final = """
:root { color-scheme: light dark; font: clamp(15px, 1.6vw, 30px)/1.35 system-ui, sans-serif; }
body { max-width: 96rem; margin: 1.5rem auto; padding: 0 1rem; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; width: 100%; }
th, td { padding: .3rem .6rem; text-align: right; border-bottom: 1px solid #8888; }
td:nth-child(2), th:nth-child(2), td:nth-child(3), th:nth-child(3) { text-align: left; }
.first { font-weight: 700; } .scroll { overflow-x: auto; } p { font-size: .8em; }
"""


def wall_page(rows: Sequence[Row], sentences: Sequence[str]) -> str:
    """Places, scores and their parts, then how they came about."""
    heads = ("place", "student", "entry", "score", *PARTS)
    head = "".join(f'<th scope="col">{name}</th>' for name in heads)
    body = "\n".join(_row(row) for row in rows)
    said = "".join(f"<p>{escape(each)}</p>" for each in sentences)
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Contest</title>'
        f'<meta name="viewport" content="width=device-width"><style>{_STYLE}</style></head><body>'
        '<h1>Contest</h1><div class="scroll"><table>'
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>{said}</body></html>\n"
    )


def _row(row: Row) -> str:
    texts = [
        row.standing.place_text,
        row.best.entry.student,
        row.best.entry.path.stem,
        short(row.best.score.total),
        *(short(row.best.score.part(name)) for name in PARTS),
    ]
    cells = "".join(f"<td>{escape(text)}</td>" for text in texts)
    opened = '<tr class="first">' if row.standing.placed.place == 1 else "<tr>"
    return f"{opened}{cells}</tr>"
