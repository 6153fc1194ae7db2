"""`witness bbr3`: the parts that need no Rust, and with `--full` the whole where cargo is."""

import re
import shutil
from pathlib import Path

import pytest

from lab_cli.main import main
from lab_exec.errors import InputError
from lab_research.witness import crate
from lab_research.witness.bbr3 import NO_RULE, case_rows, flow_count, replay_rows, rule_sets
from lab_research.witness.bbr3_cases import CASES, Case
from lab_research.witness.bbr3_events import WindowUse, bbr3_lines, step_lines
from lab_research.witness.bbr3_page import BEGIN, END, committed, interface_text, section
from lab_research.witness.bbr3_rules import NAMES, OF_DRAFT, RULES, bits
from lab_research.witness.compare import QUANTITIES, believed_by_core, compare
from lab_research.witness.events import Recorded, Step, record
from lab_research.witness.page import PAGE_PATH

ROOT = Path(__file__).parents[2]
SOURCE = crate.BBR3.source


def recorded(case: Case, duration_s: float) -> Recorded:
    scenario = case.scenario().model_copy(update={"duration_s": duration_s})
    return record(scenario, 1, 0, bbr3_lines)


def lossy() -> Case:
    return next(case for case in CASES if case.id == "much_loss")


def test_options_of_the_other_witness_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["witness", "bbr3", "--seeds", "4"]) == 2
    assert "--seeds does not go with 'bbr3'" in capsys.readouterr().err
    assert main(["witness", "bbr2", "--seed", "4"]) == 2
    assert "--seed does not go with 'bbr2'" in capsys.readouterr().err


def test_rules_have_a_bit_an_edit_and_a_place() -> None:
    text = (SOURCE / "copy" / "own.rs").read_text()
    declared = re.findall(r"pub const (\w+): u32 = 1 << (\d+);", text)
    assert [(name.lower(), int(bit)) for name, bit in declared] == list(
        zip(NAMES, range(len(NAMES)), strict=True)
    )
    # Each is asked for in the copy, whether in an edit or in what is added.
    edits = "".join(edit.text for edit in crate.read_edits(crate.BBR3))
    for name in NAMES:
        assert f"on({name.upper()})" in text or f"own::{name.upper()})" in edits
    assert {edit.rule for edit in crate.read_edits(crate.BBR3)} <= {*NAMES, "watch"}
    assert all(rule.place and rule.crate != rule.core for rule in RULES)
    assert {rule.of for rule in RULES} == {"draft", "core"}
    assert bits(NAMES) == 2 ** len(NAMES) - 1
    assert set(OF_DRAFT) < set(NAMES)
    assert len(rule_sets()) == 3 + 2 * len(NAMES)


def test_the_crate_is_pinned_and_no_lock_is_kept() -> None:
    assert re.fullmatch(r"\d+\.\d+\.\d+", crate.version(crate.BBR3))
    assert not list(SOURCE.rglob("Cargo.lock"))


def test_the_window_is_used_up_until_a_whole_round_did_not_fill_it() -> None:
    use = WindowUse()
    use.update(is_full=True, una=0, next_sequence=10)
    use.update(is_full=False, una=5, next_sequence=12)
    assert use.is_limited  # the round until 10 lasts
    use.update(is_full=False, una=10, next_sequence=14)
    assert not use.is_limited


def test_recoveries_go_to_their_ack_or_stand_alone() -> None:
    state = {"una": 0, "flight": 1, "cwnd": 2}
    steps = [
        Step(0, "S", sequence=0, **state),
        Step(0, "S", sequence=1, **state | {"flight": 2}),
        Step(100, "A", (1,), 100, (0,), **state),
        Step(110, "S", sequence=0, **state | {"flight": 2}),
        Step(300, "L", lost=(2,), **state),
        Step(400, "A", (3,), 90, (), **state),
    ]
    lines = step_lines(steps, starts=[100, 350], ends=[395], timeouts=[300])
    assert lines == [
        "S 0 0",
        "S 0 1",
        "A 100 100 1 0 1 0 1 1 0",
        "S 110 1",
        "L 300 2",
        "T 300",
        "R 350",
        "A 400 90 1 0 0 1 1 3",
    ]


def test_the_events_of_a_run_account_for_every_packet() -> None:
    flow = recorded(lossy(), 10.0)
    kinds = [line.split() for line in flow.lines]
    sent = sum(words[0] == "S" for words in kinds)
    acks = [words for words in kinds if words[0] == "A"]
    acked = sum(int(words[7]) for words in acks)
    lost = sum(len(words) - 8 - int(words[7]) for words in acks)
    lost += sum(len(words) - 2 for words in kinds if words[0] == "L")
    assert sent > 1000
    assert lost > 30
    assert 0 <= sent - acked - lost < 300  # what is left is still on its way
    assert any(words[5] == "1" for words in acks)
    assert any(words[6] == "1" for words in acks)


def test_the_page_and_the_interface_show_the_committed_numbers() -> None:
    content = committed()
    page = PAGE_PATH.read_text(encoding="utf-8")
    assert page.split(BEGIN)[1].split(END)[0] == section(content)
    module = ROOT / "frontend" / "src" / "generated" / "witnessBbr3.json"
    assert module.read_text(encoding="utf-8") == interface_text(content)
    assert [rule["name"] for rule in content["rules"]] == list(NAMES)
    assert content["crate"] == f"noq-proto {crate.version(crate.BBR3)}"
    assert content["flow_count"] == flow_count()
    assert len(replay_rows(content)) == len(rule_sets())
    assert len(case_rows(content)) == len(CASES)


@pytest.mark.slow
def test_the_copy_with_all_rules_is_the_core() -> None:
    if shutil.which("cargo") is None:
        with pytest.raises(InputError, match="no cargo on the PATH"):
            crate.build(crate.BBR3)
        return
    program = crate.build(crate.BBR3)
    flow = recorded(lossy(), 20.0)
    believed = believed_by_core(flow, 1500)
    ratios = {}
    for title in (NO_RULE, "all rules", "all but precaution"):
        names = rule_sets()[title]
        lines = [line.replace("{rules}", str(bits(names))) for line in flow.lines]
        agreements = compare(believed, crate.ask(program, "replay", lines), 1500)
        ratios[title] = {each.quantity: each.ratio for each in agreements}
    assert set(ratios["all rules"]) == set(QUANTITIES)
    assert all(ratio > 0.99 for ratio in ratios["all rules"].values()), ratios["all rules"]
    assert ratios[NO_RULE]["state"] < 0.6
    assert ratios["all but precaution"]["state"] < 0.99
