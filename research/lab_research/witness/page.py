"""The result in research/results.md and for the interface; both from the data file.

`python -m lab_research.witness.page` prints what the interface shows, for `./lab generate`.
"""

import json
import sys
from typing import Any, Final

from lab_cli.kit.output_file import write_text
from lab_research.marked_page import markdown_table, write_between
from lab_research.places import RESULTS_PAGE
from lab_research.witness.report import (
    DATA_PATH,
    cell_title,
    json_text,
    ratio_rows,
    replay_rows,
)

PAGE_PATH: Final = RESULTS_PAGE
BEGIN: Final = "<!-- Made by ./lab witness bbr2 --write; do not edit from here. -->\n"
END: Final = "<!-- The witness ends here. -->\n"
COMPARED: Final = (
    "state",
    "window",
    "pacing rate",
    "bandwidth",
    "max bandwidth",
    "min RTT",
    "inflight_hi",
    "inflight_lo",
)
"""The quantities of compare.QUANTITIES as the tables head them."""

REPLAY_HEADER: Final = ("copy with", *COMPARED, "flows that never differ", "first difference s")
_RATIO_HEADER: Final = ("cell", "as published", "four main rules", "all rules", "core")
_AGREE_TEXT: Final = "Samples in which both controllers agree, in %, over {} flows:\n"


def write_pages(content: dict[str, Any]) -> None:
    """Data file and section. `./lab generate` then renews what the interface shows."""
    write_between(PAGE_PATH, (BEGIN, END), section(content), "the witness's tables")
    write_text(DATA_PATH, json_text(content))


def committed() -> dict[str, Any]:
    """The data file."""
    content: dict[str, Any] = json.loads(DATA_PATH.read_text(encoding="utf-8"))
    return content


def section(content: dict[str, Any]) -> str:
    """What stands between the marks: the rules, agreement and ratios.

    What single rules do is in the data file, and `./lab witness bbr2` prints it.
    """
    rules = [
        [f"`{rule['name']}`: {rule['what']}", rule["draft"], rule["crate"], rule["v2alpha"]]
        for rule in content["rules"]
    ]
    return "\n".join(
        [
            (
                f"{content['crate']}; core {content['core']}; {content['seed_count']} seeds, "
                f"{content['rule_seed_count']} for single rules.\n"
            ),
            markdown_table(("rule", "draft -02", "crate", "v2alpha"), rules, "-"),
            _AGREE_TEXT.format(content["replay_flow_count"]),
            markdown_table(REPLAY_HEADER, whole_sets(replay_rows(content))),
            "Ratio of throughputs, mean (standard deviation):\n",
            markdown_table(_RATIO_HEADER, ratio_rows(content)),
        ]
    )


def whole_sets(rows: list[list[str]]) -> list[list[str]]:
    """Rows of `replay_rows()` without those that add or leave out a single rule."""
    return [row for row in rows if not row[0].startswith(("all but ", "only "))]


def interface_text(content: dict[str, Any]) -> str:
    """What the interface shows, as JSON: the ratios as mean and deviation, and the rules."""
    ratios = content["ratios"]
    cells = [
        {"title": cell_title(cell)}
        | {
            name: {key: ratios[name][i][key] for key in ("mean", "sd")}
            for name in ("published", "all_rules", "core")
        }
        for i, cell in enumerate(content["cells"])
    ]
    rules = [
        {key: rule[key] for key in ("what", "draft", "crate", "v2alpha", "place")}
        | {
            "worth": [
                {key: each[key] for key in ("mean", "half_width")}
                for each in content["worth"][rule["name"]]["out"]
            ]
        }
        for rule in content["rules"]
    ]
    shares = {each["title"]: each["in"]["state"]["agree_ratio"] for each in content["replay"]}
    return json_text(
        {
            "crate": content["crate"],
            "seed_count": content["seed_count"],
            "rule_seed_count": content["rule_seed_count"],
            "flow_count": content["replay_flow_count"],
            "state_share_without": shares["no rule"],
            "state_share_with": shares["all rules"],
            "cells": cells,
            "rules": rules,
        }
    )


if __name__ == "__main__":
    sys.stdout.write(interface_text(committed()))
