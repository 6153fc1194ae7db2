"""`./lab sim --algorithm FILE.wasm`: an algorithm of somebody's own (docs/own-algorithms.md)."""

import hashlib
import json
from collections.abc import Callable
from pathlib import Path

import ccsim
import pytest
import wasmtime

from lab_cli.algorithm.situations import situations
from lab_cli.main import main
from lab_exec import run_scenario
from lab_exec.wasm_module import ChosenModule, load_module, with_module
from tests.cli.conftest import SMALL

MODULES = Path(__file__).parents[2] / "sim-core" / "modules"
NEWRENO = MODULES / "newreno.wasm"
LINK = {"rate_bps": 10_000_000, "delay_s": 0.01}
FLOW = {"rtt_s": 0.04, "algorithm": {"name": "newreno"}}
SITUATIONS = situations()


@pytest.mark.parametrize("name", SITUATIONS)
def test_newreno_as_a_module_gives_the_series_of_newreno(name: str) -> None:
    native = run_scenario(SITUATIONS[name], 3)
    chosen = ChosenModule(load_module(NEWRENO), {})
    replaced = with_module(SITUATIONS[name], chosen)
    module = run_scenario(replaced, 3, modules={chosen.module.name: chosen.module})
    assert module["series_digest"] == native["series_digest"]
    assert module["summary"] == native["summary"]
    assert module["scenario_digest"] != native["scenario_digest"]


def test_the_situations_reach_what_they_are_for() -> None:
    """Else equal digests would say little: timeouts, undos and marks happen."""
    reasons: set[str] = set()
    for name in ("timeouts", "delay step", "marks", "application"):
        run_scenario(
            SITUATIONS[name],
            3,
            on_chunk=lambda chunk: reasons.update(phase.reason for phase in chunk.phases),
        )
    assert {"rto", "undo", "ecn", "recovered", "ssthresh_reached"} <= reasons


def test_the_stored_module_is_of_its_sources() -> None:
    """newreno.wasm is in the repository, so that tests need no compiler: see its README."""
    about = json.loads((MODULES / "newreno.json").read_text())
    sources = b"".join((MODULES / name).read_bytes() for name in ("ccsim_algorithm.h", "newreno.c"))
    assert about == {
        "sources_sha256": hashlib.sha256(sources).hexdigest(),
        "module_sha256": hashlib.sha256(NEWRENO.read_bytes()).hexdigest(),
    }


# ---------------------------------------------------------------- the command line


def answer(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    code = main(["sim", *arguments])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_the_result_names_the_module_and_its_parameters(
    scenario_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    choice = f"{NEWRENO}:beta_256ths=179"
    code, out, err = answer([str(scenario_file), "--algorithm", choice], capsys)
    assert (code, err) == (0, "")
    flow = json.loads(out)["flows"][0]
    assert flow["algorithm"] == "wasm:" + hashlib.sha256(NEWRENO.read_bytes()).hexdigest()
    assert flow["parameters"] == {"beta_256ths": 179, "ecn_beta_256ths": 128}


def test_only_the_named_algorithm_is_replaced(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    flows = [FLOW, {**FLOW, "algorithm": {"name": "cubic"}}]
    path = tmp_path / "two.json"
    path.write_text(json.dumps({"duration_s": 1, "bottleneck": LINK, "flows": flows}))
    code, out, _ = answer([str(path), "--algorithm", f"newreno={NEWRENO}"], capsys)
    names = [flow["algorithm"][:5] for flow in json.loads(out)["flows"]]
    assert (code, names) == (0, ["wasm:", "cubic"])
    code, _, err = answer([str(path), "--algorithm", f"bbr1={NEWRENO}"], capsys)
    assert (code, err) == (2, "--algorithm: no flow of the scenario has the algorithm 'bbr1'\n")


@pytest.mark.parametrize(
    ("choice", "message"),
    [
        ("runs/beta=0.7/no.wasm", "'runs/beta=0.7/no.wasm' cannot be read"),
        ("newreno", "it must be [NAME=]FILE.wasm[:PARAMETER=VALUE,...]"),
        ("none.wasm", "'none.wasm' cannot be read: No such file or directory"),
        (f"reno={NEWRENO}", "--algorithm is 'reno'; it must be one of newreno, cubic"),
        (f"{NEWRENO}:beta=1", "'beta' is not a parameter of it; it has beta_256ths"),
        (f"{NEWRENO}:beta_256ths=1", "beta_256ths is 1; it must be a whole number from 26 to 243"),
    ],
)
def test_a_wrong_choice_is_refused(
    choice: str, message: str, scenario_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = answer([str(scenario_file), "--algorithm", choice], capsys)
    assert (code, out) == (2, "")
    assert message in err


# ---------------------------------------------------------------- hostile modules

DESCRIPTION = json.dumps({"name": "hostile", "title": "Hostile", "phases": ["a"], "reasons": ["b"]})
Bodies = dict[str, str]


def wat(bodies: Bodies, *, description: str = DESCRIPTION, more: str = "", version: int = 1) -> str:
    """A module with a window of 10 packets, but for the functions whose bodies are given."""
    functions = []
    for name, count, has_result, is_required in ccsim.algorithm_module_functions():
        if is_required or name in bodies:
            types = "(param" + " i64" * count + ")" + (" (result i64)" if has_result else "")
            body = bodies.get(name, "i64.const 10")
            functions.append(f'(func (export "{name}") {types} {body})')
    escaped = description.replace("\\", "\\\\").replace('"', '\\"')
    return f"""(module {more}
        (memory (export "memory") 1) (data (i32.const 0) "{escaped}")
        (func (export "ccsim_abi_version") (result i64) i64.const {version})
        (func (export "ccsim_description") (result i32) i32.const 0)
        (func (export "ccsim_description_bytes") (result i64) i64.const {len(description)})
        {" ".join(functions)})"""


@pytest.fixture
def run_wat(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> Callable[[str], tuple[int, str, str]]:
    def run(text: str) -> tuple[int, str, str]:
        path, module = tmp_path / "scenario.json", tmp_path / "hostile.wasm"
        path.write_text(json.dumps(SMALL))
        module.write_bytes(wasmtime.wat2wasm(text))
        return answer([str(path), "--algorithm", str(module)], capsys)

    return run


def test_a_constant_window_runs(run_wat: Callable[[str], tuple[int, str, str]]) -> None:
    code, out, _ = run_wat(wat({}))
    assert code == 0
    assert json.loads(out)["summary"]["throughput_bps"] > 0


@pytest.mark.parametrize(
    ("bodies", "message"),
    [
        ({"ccsim_on_ack": "(loop (br 0)) unreachable"}, "it took more than 10000000 instructions"),
        ({"ccsim_on_ack": "unreachable"}, "ccsim_on_ack: it gave up (unreachable)"),
        ({"ccsim_on_ack": "(i64.div_s (i64.const 1) (i64.const 0))"}, "it divided by zero"),
        ({"ccsim_on_ack": "(i64.load (i32.const -8))"}, "it reached outside of its memory"),
        ({"ccsim_init": "i64.const -5"}, "ccsim_init: it answered -5; the answer must be from 1"),
        ({"ccsim_on_ack": "i64.const 0"}, "ccsim_on_ack: it answered 0"),
        ({"ccsim_on_ack": "i64.const 0x4000000000000000"}, "to 1073741824"),
        ({"ccsim_pacing_rate_bps": "i64.const 0x7fffffffffffffff"}, "to 10000000000000"),
        ({"ccsim_ssthresh_packets": "i64.const 0"}, "ccsim_ssthresh_packets: it answered 0"),
        ({"ccsim_after_ack": "i64.const 9"}, "ccsim_after_ack: it answered 9"),
    ],
)
def test_a_module_that_misbehaves_is_a_failed_run_with_its_reason(
    bodies: Bodies, message: str, run_wat: Callable[[str], tuple[int, str, str]]
) -> None:
    code, out, err = run_wat(wat(bodies))
    assert (code, out) == (1, "")
    assert err.startswith("'Hostile' failed at ")
    assert message in err


def test_memory_has_an_end(run_wat: Callable[[str], tuple[int, str, str]]) -> None:
    grows = "(if (i32.eq (memory.grow (i32.const 300)) (i32.const -1)) (then unreachable)) "
    code, _, err = run_wat(wat({"ccsim_on_ack": grows + "i64.const 10"}))
    assert (code, "it gave up" in err) == (1, True)
    code, _, err = run_wat(wat({}).replace('"memory") 1)', '"memory") 300)'))
    assert (code, "it could not be started" in err) == (2, True)


def test_tables_have_an_end(run_wat: Callable[[str], tuple[int, str, str]]) -> None:
    """They are not in its memory, and growing one costs less fuel than an event has."""
    grows = "(if (i32.eq (table.grow $t (ref.null func) (i32.const 100000)) (i32.const -1)) "
    body = grows + "(then unreachable)) i64.const 10"
    code, _, err = run_wat(wat({"ccsim_on_ack": body}, more="(table $t 0 funcref)"))
    assert (code, "ccsim_on_ack: it gave up" in err) == (1, True)


def test_a_phase_that_is_not_declared_is_refused(
    run_wat: Callable[[str], tuple[int, str, str]],
) -> None:
    phase = '(import "ccsim" "phase" (func $phase (param i64 i64)))'
    body = "(call $phase (i64.const 7) (i64.const 0)) i64.const 10"
    code, _, err = run_wat(wat({"ccsim_on_ack": body}, more=phase))
    assert (code, "ccsim.phase: phase 7 for reason 0 is not declared" in err) == (1, True)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (wat({}, version=2), "it is of ABI version 2; this lab has 1"),
        (wat({}, description="{"), "its description:"),
        (wat({}, description='{"name": "a"}'), "its description: title: Field required"),
        ("(module)", "it does not export ccsim_init"),
        (wat({}, more='(import "env" "clock" (func))'), "it imports env.clock; only"),
    ],
)
def test_what_is_no_module_of_an_algorithm_is_refused(
    text: str, message: str, run_wat: Callable[[str], tuple[int, str, str]]
) -> None:
    code, out, err = run_wat(text)
    assert (code, out) == (2, "")
    assert message in err


def test_a_function_of_another_type_is_refused(
    run_wat: Callable[[str], tuple[int, str, str]],
) -> None:
    other = '(func (export "ccsim_on_undo") (param i64) (result i64) i64.const 1)'
    code, _, err = run_wat(wat({}, more="").replace("(module ", f"(module {other} ", 1))
    assert code == 2
    assert "ccsim_on_undo is (i64) -> (i64); it must be (i64, i64) -> (i64)" in err


def test_randomness_comes_from_the_seed(run_wat: Callable[[str], tuple[int, str, str]]) -> None:
    random = '(import "ccsim" "random" (func $random (result i64)))'
    body = "(i64.add (i64.const 2) (i64.and (call $random) (i64.const 15)))"
    text = wat({"ccsim_on_ack": body}, more=random)
    first, again = run_wat(text), run_wat(text)
    assert first[0] == 0
    assert first == again
    # Draws that were all alike would be one of these windows.
    for window in range(2, 18):
        alike = run_wat(wat({"ccsim_on_ack": f"i64.const {window}"}))
        assert json.loads(alike[1])["series_digest"] != json.loads(first[1])["series_digest"]
