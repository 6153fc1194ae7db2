"""`witness`: the parts that need no Rust, and with `--full` the whole where cargo is."""

import re
import shutil
from pathlib import Path

import numpy as np
import pytest

from lab_cli.main import main
from lab_exec.errors import InputError, RunFailedError
from lab_exec.packets import PacketEvents
from lab_research.witness import crate
from lab_research.witness.cells import (
    ALL_RULES,
    PUBLISHED,
    UNCHANGED,
    VARIANTS,
    cells,
    core_scenario,
    job_line,
    ratio_of,
)
from lab_research.witness.compare import QUANTITIES, believed_by_core, compare
from lab_research.witness.crate import SOURCE, Edit, edited, read_edits
from lab_research.witness.events import Recorded, event_lines, record
from lab_research.witness.page import BEGIN, END, PAGE_PATH, committed, interface_text, section
from lab_research.witness.rules import MAIN, NAMES, RULES, bits

ROOT = Path(__file__).parents[2]
KINDS = ["sent", "retransmitted", "delivered", "ack_sent", "ack_received"]


def packets(*rows: tuple[float, str, int, int]) -> PacketEvents:
    """Events of flow 0: time in s, kind, sequence, flight after it."""
    times, kinds, sequences, flights = zip(*rows, strict=True)
    whole = np.zeros(len(rows), dtype=np.int64)
    return PacketEvents(
        kinds=KINDS,
        time_s=np.array(times),
        flow_index=whole,
        kind=np.array([KINDS.index(kind) for kind in kinds], dtype=np.uint8),
        sequence=np.array(sequences),
        queue_bytes=whole,
        cwnd_packets=whole,
        inflight_packets=np.array(flights),
        ecn_bits=np.zeros(len(rows), dtype=np.uint8),
        link_index=np.full(len(rows), -1, dtype=np.int16),
        window_packets=np.full(len(rows), -1, dtype=np.int32),
        reasons=["none"],
        reason=np.zeros(len(rows), dtype=np.uint8),
        is_truncated=False,
    )


def recorded(loss_ratio: float, duration_s: float) -> Recorded:
    cell = next(cell for cell in cells() if cell.loss_ratio == loss_ratio)
    changes = {"duration_s": duration_s, "sample_interval_s": 0.01}
    return record(core_scenario(cell).model_copy(update=changes), 1, 1)


def test_without_cargo_it_says_what_is_missing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert main(["witness", "bbr2", "--seeds", "2"]) == 2
    message = capsys.readouterr().err
    assert message.startswith("This tool needs Rust: there is no cargo on the PATH.")


def test_numbers_of_seeds_are_checked(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["witness", "bbr2", "--seeds", "1"]) == 2
    assert "--seeds is '1'; it must be a whole number from 2 to 1000" in capsys.readouterr().err
    assert main(["witness", "bbr2", "--seeds", "4", "--rule-seeds", "5"]) == 2
    assert "--rule-seeds is '5'; it must be a whole number from 2 to 4" in capsys.readouterr().err


def test_an_edit_is_made_once_and_never_in_the_tests_of_the_crate() -> None:
    edit = Edit("a_rule", "a.rs", "gain = 0.9", "gain = 0.75")
    text = "let gain = 0.9;\n#[cfg(test)]\nmod tests {\n    // gain = 0.9\n}\n"
    assert edited(text, edit) == text.replace("gain = 0.9", "gain = 0.75", 1)
    for count, wrong in ((0, "let gain = 1;\n"), (2, "gain = 0.9; gain = 0.9;\n")):
        with pytest.raises(RunFailedError, match=f"'gain = 0.9' occurs {count} times in a.rs"):
            edited(wrong, edit)


def test_rules_have_a_bit_an_edit_and_a_place() -> None:
    declared = re.findall(r"pub const (\w+): u32 = 1 << (\d+);", (SOURCE / "rules.rs").read_text())
    assert [(name.lower(), int(bit)) for name, bit in declared] == list(
        zip(NAMES, range(len(NAMES)), strict=True)
    )
    assert {edit.rule for edit in read_edits()} == {*NAMES, "watch"}
    assert all(rule.place and rule.crate != rule.v2alpha for rule in RULES)
    assert bits(MAIN) == 0b1111
    assert bits(NAMES) == 2 ** len(NAMES) - 1


def test_the_crate_is_pinned_and_no_lock_is_kept() -> None:
    assert re.fullmatch(r"\d+\.\d+\.\d+", crate.version())
    assert not list(SOURCE.rglob("Cargo.lock"))


def test_cells_reach_the_bottleneck_as_the_core_has_them() -> None:
    cell = next(each for each in cells() if each.loss_ratio == 0.0015)
    line = job_line(cell, PUBLISHED, 7)
    # 10 BDP of 25 ms at 10 Mbit/s are 312.5 packets of 1000 bytes; half a packet has no room.
    numbers = "0 10000000 312 10000000 35000000 25000000 0.0015 0 100000000 120000000000 7"
    assert line == f"published {numbers}"
    assert len({variant.name for variant in VARIANTS}) == len(VARIANTS) == 4 + 2 * len(NAMES)


def test_throughputs_are_over_the_time_of_each_flow() -> None:
    answer = "60000000000 1500 0 0 0 1000 0 0"  # 1500 packets in 60 s, 1000 in 120 s
    assert ratio_of(answer) == pytest.approx(3.0)


def test_acks_report_what_had_arrived_when_they_left() -> None:
    events = packets(
        (0.0, "sent", 0, 1),
        (0.0, "sent", 1, 2),
        (0.0, "sent", 2, 3),
        (0.1, "delivered", 0, 3),
        (0.1, "delivered", 1, 3),
        (0.1, "ack_sent", 2, 3),
        (0.2, "ack_received", 2, 1),
        (0.2, "sent", 3, 2),
    )
    lines, timer_losses = event_lines(events, 0, [])
    assert lines == ["S 0", "S 0", "S 0", "A 200000 1 2 200000", "S 200000"]
    assert timer_losses == 0


def test_losses_follow_from_the_flight_and_repetitions_have_times_of_whole_milliseconds() -> None:
    events = packets(
        (0.0, "sent", 0, 1),
        (0.0, "sent", 1, 2),
        (0.1, "delivered", 1, 2),
        (0.1, "ack_sent", 0, 2),
        (0.2, "ack_received", 0, 0),  # one arrived, the other is marked lost
        (0.2001, "retransmitted", 0, 1),
        (0.3002, "delivered", 0, 1),
        (0.3002, "ack_sent", 2, 1),
        (0.4003, "ack_received", 2, 0),
    )
    lines, _ = event_lines(events, 0, [])
    assert lines == ["S 0", "S 0", "A 200000 1 1 200000 0", "S 200100", "A 400300 2 1 200000"]


def test_a_loss_between_two_acks_is_the_work_of_a_timer() -> None:
    events = packets(
        (0.0, "sent", 0, 1),
        (0.0, "sent", 1, 2),
        (0.2, "retransmitted", 0, 2),
    )
    lines, timer_losses = event_lines(events, 0, [150_000])
    assert lines == ["S 0", "S 0", "L 150000 0", "S 200000"]
    assert timer_losses == 1


def test_the_events_of_a_run_account_for_every_packet() -> None:
    flow = recorded(0.003, 10.0)
    kinds = [line.split() for line in flow.lines]
    sent = sum(words[0] == "S" for words in kinds)
    acked = sum(int(words[3]) for words in kinds if words[0] == "A")
    lost = sum(len(words) - 5 for words in kinds if words[0] == "A")
    lost += sum(len(words) - 2 for words in kinds if words[0] == "L")
    assert sent > 1000
    assert lost > 3
    # What is left is still on its way.
    assert 0 <= sent - acked - lost < 200


def test_draws_are_those_of_the_core() -> None:
    flow = recorded(0.0, 20.0)
    draws = [line.split() for line in flow.lines if line.startswith("D ")]
    waits_s = {int(time_us): int(wait_ms) / 1000 for _, time_us, _, wait_ms in draws}
    probes = [phase for phase in flow.phases if phase.reason == "probe_wait_elapsed"]
    assert probes
    for probe in probes:
        begin_us = max(time_us for time_us in waits_s if time_us < probe.start_s * 1e6)
        waited_s = probe.start_s - begin_us / 1e6
        # The first ACK after the wait, which the crate has in whole milliseconds.
        assert waits_s[begin_us] - 0.001 < waited_s < waits_s[begin_us] + 0.1


def test_the_page_and_the_interface_show_the_committed_numbers() -> None:
    content = committed()
    page = PAGE_PATH.read_text(encoding="utf-8")
    assert page.split(BEGIN)[1].split(END)[0] == section(content)
    module = ROOT / "frontend" / "src" / "generated" / "witness.json"
    assert module.read_text(encoding="utf-8") == interface_text(content)
    assert [rule["name"] for rule in content["rules"]] == list(NAMES)
    assert content["crate"] == f"s2n-quic-core {crate.version()}"


@pytest.mark.slow
def test_the_copy_without_rules_is_the_crate_and_with_all_of_them_the_core() -> None:
    if shutil.which("cargo") is None:
        with pytest.raises(InputError, match="no cargo on the PATH"):
            crate.build()
        return
    program = crate.build()
    lossy = next(cell for cell in cells() if cell.loss_ratio == 0.003)
    plain, same, other = (
        crate.ask(program, "table", [job_line(lossy, variant, seed) for seed in (1, 2)])
        for variant in (PUBLISHED, UNCHANGED, ALL_RULES)
    )
    assert plain == same
    assert plain != other
    flow = recorded(0.0015, 20.0)
    lines = [line.replace("{rules}", str(bits(NAMES))) for line in flow.lines]
    answers = crate.ask(program, "replay", lines)
    agreements = compare(believed_by_core(flow, 1000), answers, 1000)
    assert [each.quantity for each in agreements] == list(QUANTITIES)
    for each in agreements:
        assert each.ratio > 0.99, each
