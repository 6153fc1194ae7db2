"""What `./lab read` makes of inputs that once failed, beside what is right.

    .venv/bin/python -m tests.validation.file_cases [--write]

The files are those of `frontend/tests/traces/cases.zip`; what is right, and what the lab made of
them when an audit tried them (core dd94d974), stands in `file_cases.json`.
`--write` renews the table in research/files.md.
"""

import json
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path
from typing import Any, Final, TypedDict

from lab_research.marked_page import markdown_table, write_between

ROOT: Final = Path(__file__).parents[2]
FILES: Final = ROOT / "frontend/tests/traces/cases.zip"
PAGE: Final = ROOT / "research/files.md"
MARKS: Final = (
    "<!-- Made by tests.validation.file_cases --write; do not edit from here. -->\n",
    "<!-- The files end here. -->\n",
)
MOST_WORDS: Final = 30
"""Of the first sentence that says what was left out or is uncertain."""


class FileCase(TypedDict):
    """An input, what an engineer expects of it, and what the lab said of it once."""

    file: str
    right: str
    before: str


def cases() -> list[FileCase]:
    """All of them, in the order of their kinds."""
    text = Path(__file__).with_suffix(".json").read_text(encoding="utf-8")
    found: list[FileCase] = json.loads(text)
    return found


def read_now(name: str) -> str:
    """Rates, times and counts as `./lab read` has them; of a refusal its words."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "read.json"
        with zipfile.ZipFile(FILES) as files:
            asked = files.extract(name, folder)
        done = subprocess.run(
            [str(ROOT / "lab"), "read", asked, "--json", str(out)],
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode != 0:
            said = done.stderr.strip().splitlines()[-1].removeprefix(f"{asked}: ")
            return f"refused: {_first_sentence(said)}"
        answer: dict[str, Any] = json.loads(out.read_text(encoding="utf-8"))
    about = answer["about"]
    said = [*about["left_out"], *about["uncertain"]]
    parts = [_link(answer)] if answer["kind"] == "link" else map(_flow, answer["flows"])
    return "; ".join([*parts, *(_first_sentence(each) for each in said[:1])])


def _first_sentence(text: str) -> str:
    words = text.split(". ", maxsplit=1)[0].split()
    short = " ".join(words[:MOST_WORDS]) + ("…" if len(words) > MOST_WORDS else "")
    return short.removesuffix(".")


def _link(answer: dict[str, Any]) -> str:
    times = answer["opportunities_ms"]
    return f"{len(times)} opportunities to {times[-1]:,} ms"


def _flow(flow: dict[str, Any]) -> str:
    """With its mean rate, or the ends of its window where it has no rate."""
    summary, columns = flow["summary"], flow["columns"]
    rate_bps, rtt_s = summary["mean_throughput_bps"], summary["mean_rtt_s"]
    windows = [each for each in columns.get("cwnd_bytes", []) if each is not None]
    parts = [
        None if rate_bps is None else f"{rate_bps / 1e6:.4g} Mbit/s",
        f"{summary['duration_s']:.4g} s",
        None if rtt_s is None else f"RTT {rtt_s * 1e3:.3g} ms",
        f"window {windows[0]:,.0f} to {windows[-1]:,.0f} B" if windows else None,
        f"{summary['lost_packets']:.0f} lost" if summary["lost_packets"] else None,
    ]
    return ", ".join(part for part in parts if part is not None)


def table() -> str:
    """Of all files, in Markdown."""
    rows = [
        [f"`{case['file']}`", case["right"], case["before"], read_now(case["file"])]
        for case in cases()
    ]
    return markdown_table(("file", "right", "before", "now"), rows, align="-")


def main() -> None:
    """Prints the table, or writes it into its page."""
    if "--write" in sys.argv[1:]:
        write_between(PAGE, MARKS, table(), "the files")
    else:
        sys.stdout.write(table())


if __name__ == "__main__":
    main()
