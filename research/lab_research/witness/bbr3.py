"""`witness bbr3`: the core's BBRv3 and that of a public crate, both through the same events."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from lab_cli.kit.tables import print_table
from lab_research.witness import crate
from lab_research.witness.bbr3_cases import CASES, DURATION_S, SAMPLE_S, Case
from lab_research.witness.bbr3_events import bbr3_lines
from lab_research.witness.bbr3_rules import NAMES, OF_DRAFT, RULES, bits
from lab_research.witness.compare import QUANTITIES, Believed, believed_by_core, compare
from lab_research.witness.events import Recorded, record
from lab_research.witness.replay import Compared

OnDone = Callable[[], object]
NO_RULE: Final = "no rule"
DRAFT_RULES: Final = "the draft's rules"
ALL_RULES: Final = "all rules"


@dataclass(frozen=True)
class Flow:
    """One recorded flow of BBRv3, and what the core's controller held at every sample."""

    case: Case
    index: int
    recorded: Recorded
    believed: list[tuple[float, Believed]]


def record_flows(seed: int, on_done: OnDone) -> list[Flow]:
    """All flows of BBRv3 of all cases."""
    found = []
    for case in CASES:
        scenario = case.scenario()
        for index in range(len(case.rtts_s)):
            recorded = record(scenario, seed, index, bbr3_lines)
            believed = believed_by_core(recorded, scenario.packet_bytes)
            found.append(Flow(case, index, recorded, believed))
            on_done()
    return found


def flow_count() -> int:
    """How many flows are recorded."""
    return sum(len(case.rtts_s) for case in CASES)


def rule_sets() -> dict[str, tuple[str, ...]]:
    """Title to rules: none, the draft's, all, each alone, and all but each."""
    sets = {NO_RULE: (), DRAFT_RULES: OF_DRAFT, ALL_RULES: NAMES}
    sets |= {f"only {name}": (name,) for name in NAMES}
    return sets | {f"all but {name}": tuple(n for n in NAMES if n != name) for name in NAMES}


def compare_sets(program: Path, flows: list[Flow], on_done: OnDone) -> list[Compared]:
    """Every set of rules on every recorded flow."""
    found = []
    for title, names in rule_sets().items():
        agreements = []
        for flow in flows:
            lines = [line.replace("{rules}", str(bits(names))) for line in flow.recorded.lines]
            answers = crate.ask(program, "replay", lines)
            packet_bytes = flow.case.scenario().packet_bytes
            agreements.append(compare(flow.believed, answers, packet_bytes))
        found.append(Compared(title, agreements))
        on_done()
    return found


def document(core: str, seed: int, flows: list[Flow], compared: list[Compared]) -> dict[str, Any]:
    """The whole result, as the data file has it."""
    by_title = {each.title: each for each in compared}
    return {
        "made_by": "./lab witness bbr3 --write",
        "crate": f"{crate.BBR3.name} {crate.version(crate.BBR3)}",
        "core": core,
        "seed": seed,
        "duration_s": DURATION_S,
        "sample_s": SAMPLE_S,
        "rules": [rule.as_document() for rule in RULES],
        "flow_count": len(flows),
        "cases": [_case_document(case, flows, by_title) for case in CASES],
        "replay": [each.as_document() for each in compared],
    }


def _case_document(case: Case, flows: list[Flow], by_title: dict[str, Compared]) -> dict[str, Any]:
    """Agreement in one case, without and with the rules."""
    places = [place for place, flow in enumerate(flows) if flow.case is case]
    shown = {}
    for title in (NO_RULE, DRAFT_RULES, ALL_RULES):
        part = Compared(title, [by_title[title].agreements[place] for place in places])
        shown[title] = {name: round(part.ratio(name), 4) for name in QUANTITIES}
    return {
        "id": case.id,
        "title": case.title,
        "flow_count": len(places),
        "timer_losses": sum(flows[place].recorded.timer_losses for place in places),
        "agree_ratio": shown,
    }


def replay_rows(content: dict[str, Any]) -> list[list[str]]:
    """One row per set of rules."""
    rows = []
    for each in content["replay"]:
        shares = [_percent(each["in"][name]["agree_ratio"]) for name in QUANTITIES]
        first = each["in"]["state"]["first_s"]
        same = str(each["same_flow_count"])
        rows.append([each["title"], *shares, same, "-" if first is None else f"{first:g}"])
    return rows


def case_rows(content: dict[str, Any]) -> list[list[str]]:
    """One row per case: states without and with the rules, then the rest with all of them."""
    rows = []
    for case in content["cases"]:
        ratios = case["agree_ratio"]
        states = [_percent(ratios[title]["state"]) for title in (NO_RULE, DRAFT_RULES, ALL_RULES)]
        rest = [_percent(ratios[ALL_RULES][name]) for name in QUANTITIES if name != "state"]
        rows.append([case["title"], str(case["flow_count"]), *states, *rest])
    return rows


def _percent(ratio: float) -> str:
    return f"{100 * ratio:.1f}"


def print_all(content: dict[str, Any]) -> None:
    """Two tables on stdout."""
    print_table(
        "The same events into both controllers: samples in which they agree, %",
        ["crate's copy with", *QUANTITIES, "same", "first s"],
        replay_rows(content),
        f"{content['flow_count']} flows of the core, {DURATION_S:g} s each. same: flows whose "
        "states never differ; first: when states first differ in any flow",
    )
    rest = [name for name in QUANTITIES if name != "state"]
    print_table(
        "By case: states without a rule, with the draft's, with all; the rest with all, %",
        ["case", "flows", "no rule", "draft", "all", *rest],
        case_rows(content),
        "",
    )
