"""The result of `witness bbr3` in research/results.md and for the interface, from the data file.

`python -m lab_research.witness.bbr3_page` prints what the interface shows, for `./lab generate`.
"""

import json
import sys
from typing import Any, Final

from lab_cli.kit.output_file import write_text
from lab_research.marked_page import markdown_table, write_between
from lab_research.places import DATA
from lab_research.witness.bbr3 import ALL_RULES, DRAFT_RULES, NO_RULE, replay_rows
from lab_research.witness.compare import QUANTITIES
from lab_research.witness.page import PAGE_PATH, REPLAY_HEADER, whole_sets
from lab_research.witness.report import json_text

DATA_PATH: Final = DATA / "witness-bbr3.json"
BEGIN: Final = "<!-- Made by ./lab witness bbr3 --write; do not edit from here. -->\n"
END: Final = "<!-- The witness of BBRv3 ends here. -->\n"


def write_pages(content: dict[str, Any]) -> None:
    """Data file and section. `./lab generate` then renews what the interface shows."""
    write_between(PAGE_PATH, (BEGIN, END), section(content), "the witness's tables")
    write_text(DATA_PATH, json_text(content))


def committed() -> dict[str, Any]:
    """The data file."""
    content: dict[str, Any] = json.loads(DATA_PATH.read_text(encoding="utf-8"))
    return content


def section(content: dict[str, Any]) -> str:
    """What stands between the marks: the rules and the agreement.

    Single rules and single cases are in the data file, and `./lab witness bbr3` prints them.
    """
    rules = [
        [f"`{rule['name']}`: {rule['what']}", rule["crate"], rule["core"], rule["place"]]
        for rule in content["rules"]
    ]
    return "\n".join(
        [
            f"{content['crate']}; core {content['core']}; seed {content['seed']}.\n",
            markdown_table(("rule", "crate", "core", "where"), rules, "-"),
            f"Samples in which both controllers agree, in %, over {content['flow_count']} flows:\n",
            markdown_table(REPLAY_HEADER, whole_sets(replay_rows(content))),
        ]
    )


def interface_text(content: dict[str, Any]) -> str:
    """What the interface shows, as JSON: shares of agreeing states and windows, and the rules."""
    shares = {
        each["title"]: {name: each["in"][name]["agree_ratio"] for name in ("state", "cwnd")}
        for each in content["replay"]
    }
    rules = [
        {key: rule[key] for key in ("what", "crate", "core", "place", "of")}
        | {"without": shares[f"all but {rule['name']}"]}
        for rule in content["rules"]
    ]
    cases = [
        {
            "title": case["title"],
            "without": case["agree_ratio"][NO_RULE]["state"],
            "draft": case["agree_ratio"][DRAFT_RULES]["state"],
            "all": case["agree_ratio"][ALL_RULES]["state"],
        }
        for case in content["cases"]
    ]
    return json_text(
        {
            "crate": content["crate"],
            "flow_count": content["flow_count"],
            "quantity_count": len(QUANTITIES),
            "without": shares[NO_RULE],
            "draft": shares[DRAFT_RULES],
            "all": shares[ALL_RULES],
            "cases": cases,
            "rules": rules,
        }
    )


if __name__ == "__main__":
    sys.stdout.write(interface_text(committed()))
