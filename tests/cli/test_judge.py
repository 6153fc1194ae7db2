"""`./lab algorithm judge`: an honest module, and ten that cheat, each scored as what it is."""

import json
import math
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
import wasmtime

from lab_cli.judge.document import document
from lab_cli.judge.judgement import MOST_SENT, RECOGNISES, begin_of, judge
from lab_cli.kit.algorithm_input import read_tested
from lab_cli.kit.evaluation import run_tested
from lab_cli.main import main
from lab_exec import Chunk, run_scenario
from lab_exec.errors import SentTooMuchError
from lab_exec.wasm_module import load_module
from lab_model.evaluation.cases import (
    DRAWN_COUNT,
    OPEN_IDS,
    OPEN_SEEDS,
    Case,
    hidden_cases,
    open_cases,
)
from lab_model.evaluation.merit import MOST, Merit, merit_of
from lab_model.scenarios import scenario_digest
from lab_model.scenarios.computed.cost import work_packet_count
from tests.cli.wat import Bodies, wat

Json = dict[str, Any]

HIDDEN_SEED = 7
MODULES = Path(__file__).parents[2] / "sim-core" / "modules"
FLOOD = 4000
FITTING = 60
"""Packets: most of the BDP of the open situations, which have 20 Mbit/s and RTTs around 40 ms."""
STATE = "(global $at (mut i64) (i64.const 0)) (global $good (mut i64) (i64.const 0))"
DRAW = "(global.set $at (i64.shr_u (call $random) (i64.const 40)))"
RANDOM = '(import "ccsim" "random" (func $random (result i64)))'


def _const(window: int) -> Bodies:
    body = f"i64.const {window}"
    return {"ccsim_init": body, "ccsim_on_ack": body, "ccsim_on_congestion": body}


def _if_ack(condition: str, yes: int, no: int, **more: str) -> Bodies:
    """A window that depends on the ACK: argument 0 is the time, 1 the RTT, 3 its minimum."""
    body = f"(select (i64.const {yes}) (i64.const {no}) {condition})"
    return _const(no) | {"ccsim_on_ack": body} | more


_IS_KNOWN_RTT = (
    "(i32.or (i64.eq (local.get 4) (i64.const 60000000))"
    " (i32.or (i64.eq (local.get 4) (i64.const 40000000))"
    " (i64.eq (local.get 4) (i64.const 20000000))))"
)
_KNOWN_RTT = f"(global.set $good (i64.extend_i32_u {_IS_KNOWN_RTT})) (i64.const 10)"
_AFTER = "(i64.{} (local.get 0) (i64.const {}))"
_QUEUED = "(i64.gt_s (local.get 1) (i64.add (local.get 3) (i64.const 3000000)))"

CHEATS: dict[str, tuple[str, set[str]]] = {
    "floods": (wat(_const(FLOOD)), {"sends into loss", "starves others"}),
    "asks for the largest window that there is": (wat(_const(2**30)), {"floods"}),
    "starves others without losing much": (
        wat(dict.fromkeys(_const(0), "i64.const 120")),
        {"starves others"},
    ),
    "sends nothing and calls it low delay": (wat(_const(1)), {"idle"}),
    "sleeps while it is measured": (
        wat(_if_ack(_AFTER.format("lt_s", 5_000_000_000), FLOOD, 2)),
        {"idle"},
    ),
    "floods before it is measured only": (
        wat(_if_ack(_AFTER.format("lt_s", 5_000_000_000), FLOOD, 20)),
        {"sends into loss"},
    ),
    "is polite until someone else is there": (
        wat(_if_ack(_QUEUED, FLOOD, FITTING)),
        {"starves others"},
    ),
    "sends more the more is lost": (
        wat(
            {
                "ccsim_on_ack": "(global.get $at)",
                "ccsim_init": f"(global.set $at (i64.const {FITTING})) (i64.const {FITTING})",
                "ccsim_on_congestion": "(global.set $at (select (global.get $at)"
                f" (i64.const {FLOOD}) (i64.gt_s (global.get $at) (i64.const {FLOOD}))))"
                " (global.set $at (i64.add (global.get $at) (i64.const 50))) (global.get $at)",
            },
            more=STATE,
        ),
        {"sends into loss", "starves others"},
    ),
    "knows the seeds of the open situations": ("", {RECOGNISES}),
    "knows the RTTs of the open situations": (
        wat(
            {
                "ccsim_init": _KNOWN_RTT,
                "ccsim_on_ack": f"(select (i64.const {FITTING}) (i64.const {FLOOD})"
                " (i64.eq (global.get $good) (i64.const 1)))",
                "ccsim_on_congestion": f"(i64.const {FITTING})",
            },
            more=STATE,
        ),
        {RECOGNISES},
    ),
    "claims L4S and ignores marks": (
        wat(
            _const(FLOOD),
            description=json.dumps(
                {
                    "name": "hostile",
                    "title": "Hostile",
                    "ecn": "l4s",
                    "phases": ["a"],
                    "reasons": ["b"],
                }
            ),
        ),
        {"starves others"},
    ),
    "ends before the end": (
        wat(
            {
                "ccsim_on_ack": f"(if {_AFTER.format('gt_s', 15_000_000_000)} (then unreachable))"
                f" (i64.const {FITTING})"
            }
        ),
        {"failed"},
    ),
}


def _reading_random(known: list[int]) -> str:
    """Good where the first draw of a connection is one of the open situations' own."""
    tests = "(i32.const 0)"
    for value in known:
        tests = f"(i32.or {tests} (i64.eq (global.get $at) (i64.const {value})))"
    begin = f"{DRAW} (global.set $good (i64.extend_i32_u {tests}))"
    window = (
        f"(select (i64.const {FITTING}) (i64.const {FLOOD})"
        " (i64.eq (global.get $good) (i64.const 1)))"
    )
    return wat(
        {
            "ccsim_init": f"{begin} (i64.const 10)",
            "ccsim_on_ack": window,
            "ccsim_on_congestion": window,
        },
        more=f"{RANDOM} {STATE}",
    )


@cache
def _open_draws() -> list[int]:
    """The first draws, of 24 bits, of the connections of the open situations: what a module that
    wants to know where it is would carry.
    """
    description = {
        "name": "spy",
        "title": "Spy",
        "phases": ["a"],
        "reasons": ["b"],
        "series": [{"name": "draw_packets"}],
    }
    text = wat(
        {
            "ccsim_init": f"{DRAW} (i64.const 10)",
            "ccsim_series": "(global.get $at)",
        },
        description=json.dumps(description),
        more=f"{RANDOM} {STATE}",
    )
    found: set[int] = set()
    for case in open_cases():
        for seed in case.seeds:
            found |= _draws(text, case, seed)
    return sorted(found)


def _draws(text: str, case: Case, seed: int) -> set[int]:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "spy.wasm"
        path.write_bytes(wasmtime.wat2wasm(text))
        module = load_module(path)
    found: set[int] = set()

    def read(chunk: Chunk) -> None:
        for subject in chunk.subjects:
            values = subject.columns.get("draw_packets")
            if values is not None:
                found.update(int(value) for value in values if not math.isnan(value))

    scenario = case.scenario_with({"name": module.name})
    run_scenario(scenario, seed, on_chunk=read, modules={module.name: module})
    return found


def _judged(tmp_path: Path, text: str) -> Json:
    path = tmp_path / "cheat.wasm"
    path.write_bytes(wasmtime.wat2wasm(text))
    tested = read_tested("FILE.wasm", str(path))
    return document(tested, judge(tested, HIDDEN_SEED, 2))


@cache
def _honest() -> Json:
    tested = read_tested("FILE.wasm", str(MODULES / "newreno.wasm"))
    return document(tested, judge(tested, HIDDEN_SEED, 2))


@pytest.mark.parametrize("name", CHEATS)
def test_a_cheat_is_scored_as_what_it_is(name: str, tmp_path: Path) -> None:
    text, faults = CHEATS[name]
    said = _judged(tmp_path, text or _reading_random(_open_draws()))
    found = {finding["fault"] for finding in said["findings"]}
    assert faults <= found, found
    assert said["score"] < 0.75 * _honest()["score"]


def test_an_honest_module_is_called_no_cheat() -> None:
    said = _honest()
    assert RECOGNISES not in {finding["fault"] for finding in said["findings"]}
    assert 0.6 < said["score"] < 1.4
    low, high = said["interval_95"]
    assert low < said["score"] < high
    worst = min(each["score"] for each in said["situations"])
    assert said["worst"]["score"] <= 1.25 * worst
    tested = [chain for chain in said["worst"]["causes"] if chain["is_tested"]]
    assert tested
    assert tested[0]["sentences"]


def test_a_run_that_floods_is_judged_until_then(tmp_path: Path) -> None:
    path = tmp_path / "flood.wasm"
    path.write_bytes(wasmtime.wat2wasm(CHEATS["floods"][0]))
    tested = read_tested("FILE.wasm", str(path))
    case = open_cases()[0]
    most = MOST_SENT * work_packet_count(case.scenario)
    with pytest.raises(SentTooMuchError) as caught:
        run_tested(path, case.scenario_with(tested.algorithm), 1, most, series=False)
    with pytest.raises(SentTooMuchError) as again:
        run_tested(path, case.scenario_with(tested.algorithm), 1, most, series=False)
    assert caught.value.at_s == again.value.at_s

    # Packets are counted where the run is measured.
    whole = replace(case, scenario=case.scenario.model_copy(update={"warmup_s": 0.0}))

    def sent(until_s: float) -> int:
        scenario = begin_of(whole, until_s).scenario_with(tested.algorithm)
        result = run_tested(path, scenario, 1, series=False)
        return sum(flow["sent_packets"] for flow in result["flows"])

    # What an ACK shows was sent before it, and a flow's own ACK does not show what others sent
    # since theirs: no more than a window each.
    assert 0.9 * most < sent(caught.value.at_s - 0.001) < most + 2 * FLOOD
    assert sent(caught.value.at_s + 0.1) > most


def test_cubic_is_the_measure(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["algorithm", "judge", "cubic", "--hidden-seed", "3"]) == 0
    said = capsys.readouterr().out
    assert "cubic: score 1 (1 to 1, 95%)." in said
    assert "No fault was found." in said


def test_hidden_situations_follow_from_their_seed_alone() -> None:
    one, same, other = (hidden_cases(seed) for seed in (5, 5, 6))
    assert one == same
    assert len(one) == len(OPEN_IDS) + DRAWN_COUNT
    twins = len(OPEN_IDS)
    known, first, second = (
        {scenario_digest(case.scenario) for case in cases[:twins]}
        for cases in (open_cases(), one, other)
    )
    assert len(first | second) == 2 * twins
    assert not known & (first | second)
    assert not {seed for case in one for seed in case.seeds} & set(OPEN_SEEDS)


@pytest.mark.parametrize("taken", [0.1, 0.3, 0.6, 1.0])
def test_what_is_taken_from_others_never_pays(taken: float) -> None:
    """Two flows that share a link: one that takes a part of the other's goodput loses score."""

    def numbers(own: float, other: float) -> dict[str, float | None]:
        found: dict[str, float | None] = {}
        for group, rate in enumerate((own, other)):
            of_group = {
                "goodput_bps": rate,
                "throughput_bps": rate,
                "jain_index": 1.0 if rate else None,
                "mean_rtt_s": 0.05,
                "sent_packets": 100,
                "retransmitted_packets": 1,
            }
            found |= {f"group_{group}_{name}": value for name, value in of_group.items()}
        return found

    def merit(own: float, other: float) -> Merit:
        return merit_of(numbers(own, other), numbers(5e6, 5e6), [1, 1], {0})

    greedy = merit(5e6 * (1 + taken), 5e6 * (1 - taken))
    assert merit(5e6, 5e6).score == 1
    assert greedy.score == pytest.approx(max(1 - taken, 0.001))
    # More is worth something where no one has less.
    better = merit(7e6, 5e6)
    assert better.goodput == pytest.approx(1.2)
    assert merit(5e7, 5e6).goodput == MOST


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["qubic"], "FILE.wasm is 'qubic'; it must be one of"),
        (["cubic", "--hidden-seed", "-1"], "--hidden-seed is '-1'"),
        (["none.wasm"], "'none.wasm' cannot be read"),
    ],
)
def test_bad_input_names_what_is_wrong(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["algorithm", "judge", *arguments]) == 2
    assert said in capsys.readouterr().err
