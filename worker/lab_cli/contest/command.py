"""`contest`: the modules of a class, scored in scenarios that are drawn when all are in."""

import argparse
import json
import secrets
import time
from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Any, Final

from lab_cli.contest.entries import MOST_OF_STUDENT, read_entries
from lab_cli.contest.scoring import Row, Scored, board, score, students_of
from lab_cli.kit.output_file import check_writable, write_text
from lab_cli.kit.progress import run_count_progress
from lab_cli.kit.tables import print_table
from lab_exec import behaviour_version
from lab_exec.errors import InputError
from lab_exec.parallel import job_count, whole_number
from lab_model.english.numbers import count_of, short
from lab_model.evaluation.contest import (
    FAIRNESS,
    KINDS,
    MOST_SEED,
    PARTS,
    RULE,
    SCENARIO_COUNT,
    Choice,
    scenarios,
)

Json = dict[str, Any]

_WALL_STYLE: Final = """
:root { color-scheme: light dark; font: clamp(15px, 1.6vw, 30px)/1.35 system-ui, sans-serif; }
body { max-width: 96rem; margin: 1.5rem auto; padding: 0 1rem; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; width: 100%; }
th, td { padding: .3rem .6rem; text-align: right; border-bottom: 1px solid #8888; }
td:nth-child(2), th:nth-child(2), td:nth-child(3), th:nth-child(3) { text-align: left; }
.first { font-weight: 700; } .scroll { overflow-x: auto; } p { font-size: .8em; }
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares options and arguments."""
    parser.add_argument(
        "folder",
        type=Path,
        metavar="DIR",
        help=f"has a folder for each student, with up to {MOST_OF_STUDENT} modules (.wasm)",
    )
    parser.add_argument("--seed", metavar="N", help="draw the scenarios of an earlier contest")
    parser.add_argument(
        "--count",
        metavar="N",
        default=str(SCENARIO_COUNT),
        help=f"scenarios, 1 to {SCENARIO_COUNT} (default: {SCENARIO_COUNT})",
    )
    parser.add_argument(
        "--kinds",
        metavar="A,B",
        default=",".join(KINDS),
        help=f"of scenarios that may be drawn (default: all, {', '.join(KINDS)})",
    )
    parser.add_argument("--html", type=Path, metavar="FILE", help="write the board for a wall")
    parser.add_argument(
        "--json", type=Path, metavar="FILE", help="also write everything to this file"
    )
    parser.add_argument("--jobs", metavar="N", help="processes (default: one per core)")


def run(arguments: argparse.Namespace) -> int:
    """Reads the entries, draws the scenarios, prints the board."""
    entries = read_entries(arguments.folder)
    for target in (arguments.html, arguments.json):
        if target is not None:
            check_writable(target)
    process_count = job_count(arguments.jobs)
    # Drawn when all entries exist: none of them can be made for the scenarios.
    choice = Choice(
        _kinds(arguments.kinds), whole_number("--count", arguments.count, 1, SCENARIO_COUNT)
    )
    seed = secrets.randbits(53) if arguments.seed is None else _seed(arguments.seed)
    began_s = time.monotonic()
    runnable = sum(not entry.refusal for entry in entries)
    with run_count_progress(choice.count * (1 + runnable)) as on_done:
        scored = score(entries, seed, choice, process_count, on_done)
    took_s = time.monotonic() - began_s
    rows = board(scored)
    drawn = f"Seed {seed} draws the same scenarios again (--seed)."
    _print(rows, scored, f"{choice.score_sentence} {choice.draw_sentence} {RULE} {drawn}")
    print(
        f"{len(entries)} {'entry' if len(entries) == 1 else 'entries'} of "
        f"{count_of(len(rows), 'student')}, {count_of(choice.count, 'scenario')}: "
        f"{took_s:.0f} s with {process_count} {'process' if process_count == 1 else 'processes'}."
    )
    if arguments.html is not None:
        write_text(
            arguments.html,
            wall_page(rows, [choice.score_sentence, choice.draw_sentence, FAIRNESS, RULE, drawn]),
        )
    if arguments.json is not None:
        text = json.dumps(_document(rows, scored, seed, choice), indent=1, allow_nan=False)
        write_text(arguments.json, text + "\n")
    return 0


def _seed(text: str) -> int:
    return whole_number("--seed", text, 0, MOST_SEED)


def _kinds(text: str) -> tuple[str, ...]:
    wanted = text.split(",")
    for each in wanted:
        if each not in KINDS or wanted.count(each) > 1:
            raise InputError(
                f"--kinds has '{each}'; it must have, separated by commas and each once, some of "
                f"{', '.join(KINDS)}"
            )
    return tuple(each for each in KINDS if each in wanted)


def _print(rows: Sequence[Row], scored: Sequence[Scored], caption: str) -> None:
    header = ["student", "place", "best entry", "score", *PARTS]
    shown = [
        [
            row.best.entry.student,
            row.standing.place_text,
            row.best.entry.path.stem,
            short(row.best.score.total),
            *(short(row.best.score.part(name)) for name in PARTS),
        ]
        for row in rows
    ]
    print_table("Contest", header, shown, caption)
    for each in scored:
        if each.score.failures:
            first = each.score.failures[0].splitlines()[0]
            all_count = len(each.score.merits)
            print(f"{each.entry.title}: {each.score.failed_count} of {all_count} failed: {first}")


def _document(rows: Sequence[Row], scored: Sequence[Scored], seed: int, choice: Choice) -> Json:
    return {
        "seed": seed,
        "behaviour_version": behaviour_version(),
        "kinds": list(choice.kinds),
        "score_is": f"{choice.score_sentence} {FAIRNESS}",
        "rule": RULE,
        "scenarios": [
            {
                "kind": case.kind,
                "situation": case.name,
                "seed": case.seeds[0],
                "scenario": case.scenario.model_dump(mode="json", exclude_defaults=True),
            }
            for case in scenarios(seed, choice)
        ],
        "board": [
            {
                "place": row.standing.placed.place,
                "student": row.best.entry.student,
                "entry": row.best.entry.path.stem,
                "score": row.best.score.total,
                "compared_with": None
                if row.standing.placed.against is None
                else students_of(scored)[row.standing.placed.against],
                "p": row.standing.placed.p,
            }
            for row in rows
        ],
        "entries": [
            {
                "student": each.entry.student,
                "entry": each.entry.path.stem,
                "score": each.score.total,
                **{name: each.score.part(name) for name in PARTS},
                "failed_run_count": each.score.failed_count,
                "failures": list(each.score.failures),
                "scores": [merit.score for merit in each.score.merits],
            }
            for each in scored
        ],
    }


def wall_page(rows: Sequence[Row], sentences: Sequence[str]) -> str:
    """The board as one page for a classroom's wall, without a script: places, scores and their
    parts, then how they came about.
    """
    heads = ("place", "student", "entry", "score", *PARTS)
    head = "".join(f'<th scope="col">{name}</th>' for name in heads)
    body = "\n".join(_row(row) for row in rows)
    said = "".join(f"<p>{escape(each)}</p>" for each in sentences)
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Contest</title>'
        f'<meta name="viewport" content="width=device-width"><style>{_WALL_STYLE}</style></head>'
        '<body><h1>Contest</h1><div class="scroll"><table>'
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
