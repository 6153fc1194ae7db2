"""Modules that loop, trap, grow, lie, reach out or stall: each ends with exit code and reason."""

import json
import re
from pathlib import Path

import pytest
import wasmtime

from lab_cli.main import main
from tests.cli.wat import Bodies, RunWat, wat

WITH_SERIES = json.dumps(
    {
        "name": "hostile",
        "title": "Hostile",
        "phases": ["a"],
        "reasons": ["b"],
        "series": [{"name": "some_packets"}],
    }
)
COUNTS_DOWN = """(local $left i64) (local.set $left (i64.const {count}))
    (loop $again
        (local.set $left (i64.sub (local.get $left) (i64.const 1)))
        (br_if $again (i64.gt_s (local.get $left) (i64.const 0))))
    i64.const 10"""


@pytest.mark.parametrize(
    ("bodies", "message"),
    [
        ({"ccsim_on_ack": "(loop (br 0)) unreachable"}, "it took more than 10000000 instructions"),
        # Much less, but for each event: the run would last for hours.
        ({"ccsim_on_ack": COUNTS_DOWN.format(count=40_000)}, "more than 50000 instructions"),
        ({"ccsim_on_ack": "unreachable"}, "ccsim_on_ack: it gave up (unreachable)"),
        ({"ccsim_on_ack": "(i64.div_s (i64.const 1) (i64.const 0))"}, "it divided by zero"),
        ({"ccsim_on_ack": "(i64.load (i32.const -8))"}, "it reached outside of its memory"),
        ({"ccsim_init": "i64.const -5"}, "ccsim_init: it answered -5; the answer must be from 1"),
        ({"ccsim_on_ack": "i64.const 0"}, "ccsim_on_ack: it answered 0"),
        ({"ccsim_on_ack": "i64.const 0x4000000000000000"}, "to 1073741824"),
        ({"ccsim_pacing_rate_bps": "i64.const 0x7fffffffffffffff"}, "to 10000000000000"),
        # The memory of a run grows with the packets in flight.
        ({"ccsim_init": "i64.const 0x40000000"}, "a connection has room for 1000000"),
        ({"ccsim_ssthresh_packets": "i64.const 0"}, "ccsim_ssthresh_packets: it answered 0"),
        ({"ccsim_after_ack": "i64.const 9"}, "ccsim_after_ack: it answered 9"),
    ],
)
def test_a_module_that_misbehaves_is_a_failed_run_with_its_reason(
    bodies: Bodies, message: str, run_wat: RunWat
) -> None:
    code, out, err = run_wat(wat(bodies))
    assert (code, out) == (1, "")
    assert err.startswith("'Hostile' failed at ")
    assert message in err


@pytest.mark.slow
def test_connections_share_the_memory_of_a_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Also those that begin before any of them hears of an ACK."""
    flows = [{"rtt_s": 0.06, "count": 50, "algorithm": {"name": "newreno"}}]
    asked = {"duration_s": 5, "bottleneck": {"rate_bps": 1e7}, "flows": flows}
    scenario, module = tmp_path / "scenario.json", tmp_path / "hostile.wasm"
    scenario.write_text(json.dumps(asked))
    module.write_bytes(wasmtime.wat2wasm(wat({"ccsim_init": "i64.const 0x40000000"})))
    assert main(["sim", str(scenario), "--algorithm", str(module)]) == 1
    room = re.search(r"a connection has room for (\d+)", capsys.readouterr().err)
    assert room is not None
    assert 4_000_000 // 50 <= int(room[1]) < 1_000_000


def test_calls_within_calls_have_an_end(run_wat: RunWat) -> None:
    deep = "(func $deep (result i64) (i64.add (i64.const 1) (call $deep)))"
    code, out, err = run_wat(wat({"ccsim_on_ack": "call $deep"}, more=deep))
    assert (code, out) == (1, "")
    assert "ccsim_on_ack: it called itself too deeply" in err


def test_memory_has_an_end(run_wat: RunWat) -> None:
    grows = "(if (i32.eq (memory.grow (i32.const 300)) (i32.const -1)) (then unreachable)) "
    code, _, err = run_wat(wat({"ccsim_on_ack": grows + "i64.const 10"}))
    assert (code, "it gave up" in err) == (1, True)
    code, _, err = run_wat(wat({}).replace('"memory") 1)', '"memory") 300)'))
    assert (code, "it could not be started" in err) == (2, True)


def test_filling_memory_is_paid_by_the_byte(run_wat: RunWat) -> None:
    fills = "(memory.fill (i32.const 0) (i32.const 1) (i32.const 10000001)) i64.const 10"
    code, _, err = run_wat(wat({"ccsim_on_ack": fills}).replace('"memory") 1)', '"memory") 200)'))
    assert (code, "it took more than 10000000 instructions" in err) == (1, True)


def test_tables_have_an_end(run_wat: RunWat) -> None:
    """They are not in its memory, and growing one costs less fuel than an event has."""
    grows = "(if (i32.eq (table.grow $t (ref.null func) (i32.const 100000)) (i32.const -1)) "
    body = grows + "(then unreachable)) i64.const 10"
    code, _, err = run_wat(wat({"ccsim_on_ack": body}, more="(table $t 0 funcref)"))
    assert (code, "ccsim_on_ack: it gave up" in err) == (1, True)


@pytest.mark.parametrize(
    ("name", "types", "call"),
    [
        ("random", "(result i64)", "call $asked"),
        ("phase", "(param i64 i64)", "(call $asked (i64.const 0) (i64.const 0)) i64.const 7"),
    ],
)
def test_reading_a_series_changes_nothing(
    name: str, types: str, call: str, run_wat: RunWat
) -> None:
    """Else a run would depend on how often it is observed."""
    asked = f'(import "ccsim" "{name}" (func $asked {types}))'
    code, out, err = run_wat(wat({"ccsim_series": call}, description=WITH_SERIES, more=asked))
    assert (code, out) == (1, "")
    assert f"ccsim_series: it called ccsim.{name}; what is read for a sample must change" in err


FORBIDDEN_LOCALS = "(func $many (local " + "i64 " * 2001 + "))"
LONG_FUNCTION = "(func $long " + "(drop (i64.const 0))" * 22_000 + ")"
# 60 variables in 12,000 bytes, forty times.
WORK = ("(func (local " + "i64 " * 60 + ")" + "(drop (i64.const 0))" * 4_000 + ")") * 40


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (wat({}, version=2), "it is of ABI version 2; this lab has 1"),
        (wat({}, description="{"), "its description:"),
        (wat({}, description='{"name": "a"}'), "its description: title: Field required"),
        ("(module)", "it does not export ccsim_init"),
        (wat({}, more='(import "env" "clock" (func))'), "it imports env.clock; only"),
        (wat({}, more="(func $s (loop (br 0))) (start $s)"), "it could not be started: it took"),
        (wat({}, more='(data (i32.const 65535) "ab")'), "it could not be started: it reached out"),
        (wat({}, more=FORBIDDEN_LOCALS), "its function 0 has 2001 local variables; at most 2000"),
        (wat({}, more=LONG_FUNCTION), "its function 0 has 66002 bytes; at most 65536"),
        (wat({}, more=WORK), "compiling it would take too long"),
        (b"\0asm\1\0\0\0\x0a\xff\xff\x7f", "its sections do not end within it"),
        (b"\0asm\1\0\0\0" + b"\0" * 2**22, "has 4194312 bytes; at most 4194304"),
    ],
)
def test_what_is_no_module_of_an_algorithm_is_refused(
    text: str | bytes, message: str, run_wat: RunWat
) -> None:
    code, out, err = run_wat(text)
    assert (code, out) == (2, "")
    assert message in err
