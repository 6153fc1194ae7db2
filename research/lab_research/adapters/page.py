"""The result of `adapters` as the data file and the page, and the differences by name."""

import json
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from lab_cli.kit.output_file import write_text
from lab_exec.data_files import entry_lines
from lab_model.evaluation.change import HULL_NUMBERS as NUMBERS
from lab_model.evaluation.hulls import DATA as HULLS
from lab_research.adapters.build import SOURCE, rules
from lab_research.adapters.compare import Row
from lab_research.adapters.situations import DURATION_S, SEEDS, situations
from lab_research.adapters.sources import CONTROLLERS
from lab_research.marked_page import markdown_table
from lab_research.places import DATA

DATA_PATH: Final = DATA / "adapters.json"
PAGE_PATH: Final = SOURCE / "results.md"
HULLS_PATH: Final = Path(str(HULLS))
_MOST_RATE_BPS: Final = 20e6
_HEADER: Final = (
    "controller, situation",
    "ours Mbit/s",
    "theirs",
    "ours sent again %",
    "theirs",
    "ours RTT ms",
    "theirs",
    "difference",
)
_INTRODUCTION: Final = """\
Made by `./lab adapters --write`; do not edit. Within: goodput and mean RTT differ by 5% at most,
and the share of retransmissions by 5% of it or half a point. Closed: they do
with the change named, the first that does so: timeouts, episodes and undo as in
TCP, or a rule of the crate taken away; with PRR it is taken away from ours, too
(RFC 6937: in recovery the window falls slowly). Read:
the difference was found in both sources; that it is all is not shown. Open: not explained.
"""
READ: Final = {
    "pause": "ours halves the window for each RTO that an application pauses (RFC 2861); the "
    "crate keeps it",
    "no undo": "the crate has no way to take back a reduction for packets that were only late; "
    "TCP has (RFC 8985, RFC 5682)",
    "recovery": "slow start overruns a queue that then drops for seconds. Ours halves the window "
    "once a round, and PRR lets nothing out that was not delivered; the crate's window falls at "
    "once, and again for each repetition that is lost. With one loss reported per window it sends "
    "3.7 % again, ours without PRR 5.1 %",
}
"""Differences that were found by reading both sources and that no change here takes away."""
_READ_OF: Final = (
    ("", "on for 0.7 s", "pause"),
    ("smoltcp", "reordering", "no undo"),
    ("tquic", "reordering", "no undo"),
    ("quinn newreno", "pie with marks, 20 and 60", "recovery"),
    ("noq newreno", "pie with marks, 20 and 60", "recovery"),
)
"""Which of them a row has that no change closes: the first whose beginnings fit both names."""


def document(core: str, modules: dict[str, Path], rows: list[Row]) -> dict[str, Any]:
    """The data file."""
    used = [each for each in CONTROLLERS if each.name in modules]
    return {
        "made_by": "./lab adapters --write",
        "core": core,
        "duration_s": DURATION_S,
        "seeds": list(SEEDS),
        "controllers": [
            {
                "name": each.name,
                "crate": f"{each.crate.name} {each.crate.version}",
                "crate_sha256": each.crate.sha256,
                "module_sha256": sha256(modules[each.name].read_bytes()).hexdigest(),
                "ours": each.ours,
                "parameters": each.parameters,
            }
            for each in used
        ],
        **_names([each.name for each in used]),
        "rows": [_entry(row) for row in rows],
    }


def _entry(row: Row) -> dict[str, Any]:
    read = "" if row.is_within or row.closed_by else _read(row.controller, row.situation)
    return {
        "controller": row.controller,
        "situation": row.situation,
        "ours": _rounded(asdict(row.ours)),
        "theirs": _rounded(asdict(row.theirs)),
        "is_within": row.is_within,
        "closed_by": row.closed_by,
        "read": read,
    }


def _rounded(numbers: dict[str, float]) -> dict[str, float]:
    return {name: float(f"{value:.5g}") for name, value in numbers.items()}


def _read(controller: str, situation: str) -> str:
    for of, during, name in _READ_OF:
        if controller.startswith(of) and situation.startswith(during):
            return name
    return ""


def committed() -> dict[str, Any]:
    """The data file as it is in the repository."""
    content: dict[str, Any] = json.loads(DATA_PATH.read_text(encoding="utf-8"))
    return content


def unclosed(controller: str) -> list[str]:
    """The situations that are neither within the bounds nor closed by a change."""
    return [
        row["situation"]
        for row in committed()["rows"]
        if row["controller"] == controller and not (row["is_within"] or row["closed_by"])
    ]


def renewed(rows: list[Row]) -> dict[str, Any]:
    """The data file with these rows instead of the same ones, and the names as they are now."""
    content = committed()
    new = {(row.controller, row.situation): _entry(row) for row in rows}
    content["rows"] = [
        new.get((row["controller"], row["situation"]), row) for row in content["rows"]
    ]
    return content | _names([each["name"] for each in content["controllers"]])


def _names(controllers: list[str]) -> dict[str, Any]:
    return {
        "rules": [
            {"controller": each, "name": name, "what": what}
            for each in controllers
            for name, what in rules(each).items()
        ],
        "read": READ,
    }


def write_pages(content: dict[str, Any]) -> None:
    """Data file and page."""
    write_text(DATA_PATH, entry_lines(content))
    write_text(PAGE_PATH, page_text(content))
    write_text(HULLS_PATH, entry_lines(hulls(content)))


def hulls(content: dict[str, Any]) -> dict[str, Any]:
    """What `./lab check` ships with: for each algorithm and situation the least and the largest
    mean of its public implementations. Situations of more than `_MOST_RATE_BPS` are left out: a
    check runs each of them six times, and has to end in a minute and a half.
    """
    kept = {
        title: each
        for title, each in situations().items()
        if each["bottleneck"]["rate_bps"] <= _MOST_RATE_BPS
    }
    found = []
    for algorithm in dict.fromkeys(each["ours"] for each in content["controllers"]):
        named = {
            each["name"]: each["crate"]
            for each in content["controllers"]
            if each["ours"] == algorithm
        }
        ends: dict[str, list[list[float]]] = {}
        for title in kept:
            rows = [
                [row["theirs"][name] for name in NUMBERS]
                for row in content["rows"]
                if row["controller"] in named and row["situation"] == title
            ]
            columns = list(zip(*rows, strict=True))
            ends[title] = [list(map(min, columns)), list(map(max, columns))]
        found.append(
            {"algorithm": algorithm, "implementations": list(named.values()), "hulls": ends}
        )
    return {
        "made_by": content["made_by"],
        "core": content["core"],
        "seeds": content["seeds"],
        "scenarios": kept,
        "algorithms": found,
    }


def summary_rows(content: dict[str, Any]) -> list[list[str]]:
    """Per controller: how many rows agree, are closed by a change, named by reading, or neither."""
    found = []
    for each in content["controllers"]:
        rows = [row for row in content["rows"] if row["controller"] == each["name"]]
        within = sum(row["is_within"] for row in rows)
        closed = sum(bool(row["closed_by"]) for row in rows)
        read = sum(bool(row["read"]) for row in rows)
        rest = len(rows) - within - closed - read
        counts = [len(rows), within, closed, read, rest]
        found.append([each["name"], each["crate"], *(str(count) for count in counts)])
    return found


def page_text(content: dict[str, Any]) -> str:
    """The page: counts, the differences by name, and each row that is outside of the bounds."""
    header = ("controller", "crate", "situations", "within", "closed", "read", "open")
    rows = [_cells(row) for row in content["rows"] if not row["is_within"]]
    shown = [
        f"- `{rule['name']}` ({rule['controller']}): {rule['what']}" for rule in content["rules"]
    ]
    read = [f"- {name}: {what}" for name, what in content["read"].items()]
    seeds = len(content["seeds"])
    return "\n".join(
        [
            "# Public controllers beside the core's\n",
            f"{_INTRODUCTION}Core {content['core']}; {content['duration_s']} s, {seeds} seeds.\n",
            markdown_table(header, summary_rows(content)),
            "## Rules, each taken away from a copy\n",
            *shown,
            "\n## Read in the sources\n",
            *read,
            "\n## Rows outside of the bounds\n",
            markdown_table(_HEADER, rows),
        ]
    )


def _cells(row: dict[str, Any]) -> list[str]:
    ours, theirs = row["ours"], row["theirs"]
    name = row["closed_by"] or (f"read: {row['read']}" if row["read"] else "open")
    numbers = [
        f"{side[key] * scale:{digits}}"
        for key, scale, digits in (
            ("goodput_bps", 1e-6, ".2f"),
            ("retransmit_ratio", 100, ".2f"),
            ("mean_rtt_s", 1000, ".1f"),
        )
        for side in (ours, theirs)
    ]
    return [f"{row['controller']}, {row['situation']}", *numbers, name]
