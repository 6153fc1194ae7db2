"""`contest`: the modules of a class, scored in 20 scenarios that are drawn when all are in."""

import argparse
import json
import secrets
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from lab_cli.contest.entries import MOST_OF_STUDENT, read_entries
from lab_cli.contest.scoring import (
    PARTS,
    SCENARIO_COUNT,
    Row,
    Scored,
    board,
    scenarios,
    score,
)
from lab_cli.contest.wall import place_text, wall_page
from lab_cli.kit.output_file import check_writable, write_text
from lab_cli.kit.progress import run_count_progress
from lab_cli.kit.tables import print_table
from lab_exec import behaviour_version
from lab_exec.parallel import job_count, whole_number
from lab_model.english.numbers import short

Json = dict[str, Any]

SCORE: Final = (
    "score = goodput x delay x others x even x delivered, each relative to CUBIC in the entry's "
    f"place with the same seed: 1 is CUBIC. It is the geometric mean over {SCENARIO_COUNT} "
    "scenarios; a run that fails counts 0.001."
)
FAIRNESS: Final = (
    "Goodput counts at most 2, and beyond CUBIC's only as far as all flows together get more; "
    "delay at most 2; others (the goodput of the flow group that loses most), even (Jain's index "
    "of the entry's own flows) and delivered (what is not resent) at most 1: what is taken from "
    "others costs."
)
RULE: Final = (
    "Students stand by their best entry. The best takes place 1 and shares it with those below, "
    "down to the first that is significantly worse (paired t test of the logarithms over the "
    "scenarios, Holm's correction for all pairs); that one opens the next place, and so on."
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares options and arguments."""
    parser.add_argument(
        "folder",
        type=Path,
        metavar="DIR",
        help=f"has a folder for each student, with up to {MOST_OF_STUDENT} modules (.wasm)",
    )
    parser.add_argument("--seed", metavar="N", help="draw the scenarios of an earlier contest")
    parser.add_argument("--html", type=Path, metavar="FILE", help="write the board for a wall")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write all of it there")
    parser.add_argument("--jobs", metavar="N", help="processes (default: one per core)")


def run(arguments: argparse.Namespace) -> int:
    """Reads the entries, draws the scenarios, prints the board."""
    entries = read_entries(arguments.folder)
    for target in (arguments.html, arguments.json):
        if target is not None:
            check_writable(target)
    process_count = job_count(arguments.jobs)
    # Drawn when all entries are there: none of them can know the scenarios.
    seed = secrets.randbits(53) if arguments.seed is None else _seed(arguments.seed)
    began_s = time.monotonic()
    runnable = sum(not entry.refusal for entry in entries)
    with run_count_progress(SCENARIO_COUNT * (1 + runnable)) as on_done:
        scored = score(entries, seed, process_count, on_done)
    took_s = time.monotonic() - began_s
    rows = board(scored)
    drawn = f"Seed {seed} draws the same scenarios again (--seed)."
    _print(rows, scored, f"{SCORE} {RULE} {drawn}")
    print(
        f"{len(entries)} entries of {len(rows)} students, {SCENARIO_COUNT} scenarios: "
        f"{took_s:.0f} s with {process_count} processes."
    )
    if arguments.html is not None:
        write_text(arguments.html, wall_page(rows, [SCORE, FAIRNESS, RULE, drawn]))
    if arguments.json is not None:
        text = json.dumps(_document(rows, scored, seed), indent=1, allow_nan=False)
        write_text(arguments.json, text + "\n")
    return 0


def _seed(text: str) -> int:
    return whole_number("--seed", text, 0, 2**53 - 1)


def _print(rows: Sequence[Row], scored: Sequence[Scored], caption: str) -> None:
    header = ["student", "place", "best entry", "score", *PARTS]
    shown = [
        [
            row.best.entry.student,
            place_text(row, rows),
            row.best.entry.path.stem,
            short(row.best.score),
            *(short(row.best.part(name)) for name in PARTS),
        ]
        for row in rows
    ]
    print_table("Contest", header, shown, caption)
    for each in scored:
        if each.failures:
            first = each.failures[0].splitlines()[0]
            print(f"{each.entry.title}: {each.failed_count} of {SCENARIO_COUNT} failed: {first}")


def _document(rows: Sequence[Row], scored: Sequence[Scored], seed: int) -> Json:
    return {
        "seed": seed,
        "behaviour_version": behaviour_version(),
        "score_is": f"{SCORE} {FAIRNESS}",
        "rule": RULE,
        "scenarios": [
            {
                "kind": case.kind,
                "situation": case.name,
                "seed": case.seeds[0],
                "scenario": case.scenario.model_dump(mode="json", exclude_defaults=True),
            }
            for case in scenarios(seed)
        ],
        "board": [
            {
                "place": row.placed.place,
                "student": row.best.entry.student,
                "entry": row.best.entry.path.stem,
                "score": row.best.score,
                "compared_with": None
                if row.placed.against is None
                else _student(scored, row.placed.against),
                "p": row.placed.p,
            }
            for row in rows
        ],
        "entries": [
            {
                "student": each.entry.student,
                "entry": each.entry.path.stem,
                "score": each.score,
                **{name: each.part(name) for name in PARTS},
                "failed_run_count": each.failed_count,
                "failures": list(each.failures),
                "scores": [merit.score for merit in each.merits],
            }
            for each in scored
        ],
    }


def _student(scored: Sequence[Scored], index: int) -> str:
    """`against` counts students in the order of the entries."""
    return list(dict.fromkeys(each.entry.student for each in scored))[index]
