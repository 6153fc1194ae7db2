"""The result as a document and as tables for people."""

from dataclasses import dataclass
from typing import Any, Final

from lab_cli.kit.tables import print_table, shown_number
from lab_exec.data_files import entry_lines
from lab_model.experiments.statistics import Estimate, estimate
from lab_model.scenarios import buffer_bytes
from lab_research.places import DATA
from lab_research.readings.grid import Cell
from lab_research.witness.cells import (
    ALL_RULES,
    CORE,
    DURATION_S,
    MAIN_RULES,
    PUBLISHED,
    UNCHANGED,
    core_scenario,
)
from lab_research.witness.compare import QUANTITIES
from lab_research.witness.replay import DURATION_S as REPLAY_S
from lab_research.witness.replay import Compared
from lab_research.witness.rules import MAIN, NAMES, RULES

Ratios = dict[str, dict[Cell, list[float]]]
"""For each variant, by its name, the ratio of every seed in every cell."""
DATA_PATH: Final = DATA / "witness-bbr2.json"
_COLUMNS: Final = (PUBLISHED.name, MAIN_RULES.name, ALL_RULES.name, CORE)
TITLES: Final = {
    PUBLISHED.name: PUBLISHED.title,
    MAIN_RULES.name: MAIN_RULES.title,
    ALL_RULES.name: ALL_RULES.title,
    CORE: "core of the lab",
}


@dataclass(frozen=True)
class Made:
    """How the numbers were made."""

    crate_version: str
    core_version: str
    seed_count: int
    rule_seed_count: int


def document(made: Made, ratios: Ratios, compared: list[Compared]) -> dict[str, Any]:
    """The whole result, as `--json` writes it."""
    cells = list(ratios[CORE])
    return {
        "made_by": (
            f"./lab witness bbr2 --seeds {made.seed_count} --rule-seeds {made.rule_seed_count}"
        ),
        "rule_seed_count": made.rule_seed_count,
        "crate": f"s2n-quic-core {made.crate_version}",
        "core": made.core_version,
        "seed_count": made.seed_count,
        "duration_s": DURATION_S,
        "rules": [rule.as_document() | {"is_main": rule.name in MAIN} for rule in RULES],
        "cells": [_cell_document(cell) for cell in cells],
        "ratios": {
            name: [_estimate_document(estimate(ratios[name][cell])) for cell in cells]
            for name in _COLUMNS
        },
        "worth": {
            name: {
                "in": _changes(ratios, cells, f"in_{name}", UNCHANGED.name),
                "out": _changes(ratios, cells, ALL_RULES.name, f"out_{name}"),
            }
            for name in NAMES
        },
        "replay_flow_count": len(compared[0].agreements),
        "replay": [each.as_document() for each in compared],
    }


def _cell_document(cell: Cell) -> dict[str, Any]:
    scenario = core_scenario(cell)
    return {
        "topology": cell.topology.id,
        "elephant_rtt_s": cell.topology.elephant_rtt_s,
        "mouse_rtt_s": cell.topology.mouse_rtt_s,
        "rate_bps": scenario.bottleneck.rate_bps,
        "buffer_packets": buffer_bytes(scenario) // scenario.packet_bytes,
        "loss_ratio": cell.loss_ratio,
    }


def _estimate_document(value: Estimate) -> dict[str, float]:
    return {
        "mean": round(value.mean, 4),
        "sd": round(value.standard_deviation, 4),
        "half_width": round(value.half_width, 4),
    }


def json_text(content: dict[str, Any]) -> str:
    """An entry a line, for small differences between versions."""
    return entry_lines(content)


def cell_title(cell: dict[str, Any]) -> str:
    """Such as "35/25 ms, 0.15 %"."""
    rtts = f"{cell['elephant_rtt_s'] * 1000:g}/{cell['mouse_rtt_s'] * 1000:g} ms"
    return f"{rtts}, {cell['loss_ratio'] * 100:g} %"


def ratio_rows(content: dict[str, Any]) -> list[list[str]]:
    """One row per cell: mean and standard deviation of each column."""
    return [
        [cell_title(cell), *(_with_deviation(content["ratios"][name][i]) for name in _COLUMNS)]
        for i, cell in enumerate(content["cells"])
    ]


def worth_rows(content: dict[str, Any]) -> list[list[str]]:
    """What each rule changes in each cell: put in alone, and taken out of all."""
    rows = []
    for name, worth in content["worth"].items():
        rows.append([name, "in", *(_shown_change(each) for each in worth["in"])])
        rows.append(["", "out", *(_shown_change(each) for each in worth["out"])])
    return rows


def _changes(
    ratios: Ratios, cells: list[Cell], with_rule: str, without: str
) -> list[dict[str, float]]:
    """The ratio with the rule minus the one without, over the seeds that both have."""
    found = []
    for cell in cells:
        pairs = zip(ratios[with_rule][cell], ratios[without][cell], strict=False)
        found.append(_estimate_document(estimate(mine - theirs for mine, theirs in pairs)))
    return found


def _shown_change(value: dict[str, float]) -> str:
    return f"{value['mean']:+.2f} ± {value['half_width']:.2f}"


def _with_deviation(value: dict[str, float]) -> str:
    return f"{shown_number(value['mean'], 2)} ({shown_number(value['sd'], 2)})"


def replay_rows(content: dict[str, Any]) -> list[list[str]]:
    """One row per set of rules."""
    rows = []
    for each in content["replay"]:
        shares = [f"{each['in'][name]['agree_ratio'] * 100:.1f}" for name in QUANTITIES]
        first = each["in"]["state"]["first_s"]
        same = str(each["same_flow_count"])
        rows.append([each["title"], *shares, same, "-" if first is None else f"{first:g}"])
    return rows


def print_all(content: dict[str, Any]) -> None:
    """Three tables on stdout."""
    print_table(
        "The same events into both controllers: samples in which they agree, %",
        ["crate's copy with", *QUANTITIES, "same", "first s"],
        replay_rows(content),
        f"{content['replay_flow_count']} flows of the core, {REPLAY_S:g} s each. same: flows whose "
        "states never differ; first: when states first differ in any flow",
    )
    print_table(
        "Throughput of the long-RTT flow over the short-RTT one's",
        ["cell", *(TITLES[name] for name in _COLUMNS)],
        ratio_rows(content),
        f"Mean (standard deviation) over {content['seed_count']} seeds",
    )
    print_table(
        "What each rule is worth: change of that ratio",
        ["rule", "", *(cell_title(cell) for cell in content["cells"])],
        worth_rows(content),
        "Mean of the differences per seed ± half of the 95 % interval, "
        f"{content['rule_seed_count']} seeds. in: put alone into the crate as published; out: with "
        "all rules, minus without this one",
    )
