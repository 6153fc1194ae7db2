"""What `./lab check` finds of planted faults, and `./lab break` of pairs of algorithms.

    .venv/bin/pip install ziglang
    .venv/bin/python -m lab_research.bench.found [--write]

A quarter of an hour on two cores. With `--write` the tables go into research/results.md.
"""

import argparse
import contextlib
import io
import json
import resource
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from lab_cli.main import main as lab
from lab_exec import behaviour_version
from lab_exec.errors import InputError
from lab_model.english.numbers import short
from lab_model.evaluation.evaluated import STAND_IN
from lab_research.bench.planted_faults import MODULES, build, load_faults, load_pairs
from lab_research.marked_page import markdown_table, write_between
from lab_research.places import RESULTS_PAGE

MARKS: Final = (
    "<!-- Made by python -m lab_research.bench.found --write; do not edit from here. -->\n",
    "<!-- What is found ends here. -->\n",
)
_FOUND: Final = 1
"""Exit code of a check in which something got worse."""

Json = dict[str, Any]


@dataclass(frozen=True)
class Answer:
    """The output of one command."""

    code: int
    document: Json
    cpu_s: float


def ask(folder: Path, *words: str) -> Answer:
    """What a command of the lab says, and what it takes. Raises `InputError`."""
    path = folder / "answer.json"
    path.unlink(missing_ok=True)
    began_cpu_s = _cpu_s()
    with contextlib.redirect_stdout(io.StringIO()):
        code = lab([*words, "--json", str(path)])
    if not path.exists():
        raise InputError(f"./lab {' '.join(words)} ended with {code}")
    document = json.loads(path.read_text())
    return Answer(code, document, _cpu_s() - began_cpu_s)


def _cpu_s() -> float:
    """CPU seconds of this process and of those that it has waited for."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


def faults_table(folder: Path) -> str:
    """A row for each planted fault, and one for a module that does the same."""
    rows = []
    same = folder / "same.wasm"
    # A section without meaning: other bytes, the same algorithm.
    same.write_bytes((MODULES / f"{STAND_IN}.wasm").read_bytes() + b"\x00\x05\x04none")
    rows.append(_check_row("none, other bytes", STAND_IN, same, folder))
    for place, fault in enumerate(load_faults()):
        module = build(fault, folder / str(place))
        rows.append(_check_row(f"[{fault.name}]({fault.report})", fault.source, module, folder))
        print(rows[-1], flush=True)
    header = ("fault", "in", "found", "worse", "better", "most, in", "cases", "CPU, s")
    return markdown_table(header, rows, align="-")


def _check_row(name: str, source: str, module: Path, folder: Path) -> list[str]:
    answer = ask(folder, "check", str(MODULES / f"{source}.wasm"), str(module))
    numbers = answer.document["numbers"]
    cases = answer.document["cases"]
    worse = [each for each in numbers if each["outcome"] == "worse"]
    most = max(worse, key=lambda each: abs(each["relative_change"] or 0), default=None)
    return [
        name,
        source,
        "yes" if answer.code == _FOUND else "no",
        str(len(worse)),
        str(sum(each["outcome"] == "better" for each in numbers)),
        "-" if most is None else most["situation"],
        ", ".join(str(case["number"]) for case in cases if case["outcome"] == "worse") or "-",
        f"{answer.cpu_s:.0f}",
    ]


def pairs_table(folder: Path) -> str:
    """A row for each pair: the simplest situation in which the first starves the second."""
    rows = []
    for first, second in load_pairs():
        answer = ask(folder, "break", first, second)
        said = answer.document
        situation = said["situation"] or {"settings": [], "interval": [0, 0], "mean": 0, "link": ""}
        settings = ", ".join(f"{each['setting']} {each['value']}" for each in situation["settings"])
        low, high = map(short, situation["interval"])
        rows.append(
            [
                f"{first}, {second}",
                "yes" if said["is_found"] else "no",
                f"{short(situation['mean'])} ({low} to {high})",
                settings or "the plain situation",
                f"{said['run_count']}",
                f"{answer.cpu_s:.0f}",
                f"[link]({situation['link']})",
            ]
        )
        print(rows[-1][:-1], flush=True)
    header = ("A, B", "10:1", "times as much, 95%", "differs from plain", "runs", "CPU, s", "open")
    return markdown_table(header, rows, align="-")


def main() -> int:
    """2 where something cannot be measured."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="into research/results.md")
    arguments = parser.parse_args()
    try:
        with tempfile.TemporaryDirectory() as folder:
            faults, pairs = faults_table(Path(folder)), pairs_table(Path(folder))
        text = (
            f"\nBehaviour {behaviour_version()}.\n\n{faults}\nThe simplest situation in which a "
            f"flow of A gets ten times as much as a flow of B:\n\n{pairs}\n"
        )
        print(text)
        if arguments.write:
            write_between(RESULTS_PAGE, MARKS, text, "what is found")
    except InputError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
