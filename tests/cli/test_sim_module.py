"""`./lab sim --algorithm FILE.wasm`: a user's own algorithm (docs/own-algorithms.md)."""

import hashlib
import json
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from lab_cli.algorithm.command import situations
from lab_cli.main import main
from lab_exec import run_scenario
from lab_exec.scenario_modules import ChosenModule, with_module
from lab_exec.wasm_module import load_module
from lab_model.scenarios import validate_scenario
from tests.cli.wat import RunWat, wat

MODULES = Path(__file__).parents[2] / "sim-core" / "modules"
TWINS = sorted(path.stem for path in MODULES.glob("*.c"))
ASSEMBLYSCRIPT = MODULES / "assemblyscript"
# What the editor of the page begins with; `bbr` is a smaller BBR than any of the core's.
IN_ASSEMBLYSCRIPT = ["cubic", "newreno"]
TWIN_FILES = [MODULES / f"{name}.wasm" for name in TWINS] + [
    ASSEMBLYSCRIPT / f"{name}.wasm" for name in IN_ASSEMBLYSCRIPT
]
NEWRENO = MODULES / "newreno.wasm"
LINK = {"rate_bps": 10_000_000, "delay_s": 0.01}
FLOW = {"rtt_s": 0.04, "algorithm": {"name": "newreno"}}
SITUATIONS = situations()


@pytest.mark.parametrize("name", SITUATIONS)
@pytest.mark.parametrize("path", TWIN_FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_an_algorithm_as_a_module_gives_its_series(path: Path, name: str) -> None:
    data = SITUATIONS[name].model_dump(mode="json")
    for flow in data["flows"]:
        flow["algorithm"] = {"name": path.stem}
    scenario = validate_scenario(data)
    native = run_scenario(scenario, 3)
    chosen = ChosenModule(load_module(path), {})
    replaced = with_module(scenario, chosen)
    module = run_scenario(replaced, 3, modules={chosen.module.name: chosen.module})
    assert module["series_digest"] == native["series_digest"]
    assert module["summary"] == native["summary"]
    assert module["scenario_digest"] != native["scenario_digest"]


def test_each_shipped_source_has_a_twin_here() -> None:
    assert TWINS == ["bbr2", "cubic", "newreno"]


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


@pytest.mark.parametrize("name", TWINS)
def test_the_stored_module_is_of_its_sources(name: str) -> None:
    """They are in the repository, so that tests need no compiler: see their README."""
    about = json.loads((MODULES / f"{name}.json").read_text())
    sources = ["ccsim_algorithm.h", *sorted(p.name for p in MODULES.glob(f"{name}_*.h"))]
    content = b"".join((MODULES / source).read_bytes() for source in (*sources, f"{name}.c"))
    assert about == {
        "sources_sha256": hashlib.sha256(content).hexdigest(),
        "module_sha256": hashlib.sha256((MODULES / f"{name}.wasm").read_bytes()).hexdigest(),
    }


@pytest.mark.parametrize("name", sorted(path.stem for path in ASSEMBLYSCRIPT.glob("*.wasm")))
def test_the_stored_module_is_of_its_assemblyscript(name: str) -> None:
    """That it is what the page's compiler makes of them, a test of the page holds."""
    about = json.loads((ASSEMBLYSCRIPT / f"{name}.json").read_text())
    sources = ("ccsim.ts", "ccsim_module.mjs", f"{name}.ts")
    content = b"".join((ASSEMBLYSCRIPT / source).read_bytes() for source in sources)
    module = (ASSEMBLYSCRIPT / f"{name}.wasm").read_bytes()
    assert about == {
        "sources_sha256": hashlib.sha256(content).hexdigest(),
        "module_sha256": hashlib.sha256(module).hexdigest(),
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


# ---------------------------------------------------------------- modules of a few lines


def test_a_constant_window_runs(run_wat: RunWat) -> None:
    code, out, _ = run_wat(wat({}))
    assert code == 0
    assert json.loads(out)["summary"]["throughput_bps"] > 0


def test_a_phase_that_is_not_declared_is_refused(
    run_wat: RunWat,
) -> None:
    phase = '(import "ccsim" "phase" (func $phase (param i64 i64)))'
    body = "(call $phase (i64.const 7) (i64.const 0)) i64.const 10"
    code, _, err = run_wat(wat({"ccsim_on_ack": body}, more=phase))
    assert (code, "ccsim.phase: phase 7 for reason 0 is not declared" in err) == (1, True)


def test_a_function_of_another_type_is_refused(
    run_wat: RunWat,
) -> None:
    other = '(func (export "ccsim_on_undo") (param i64) (result i64) i64.const 1)'
    code, _, err = run_wat(wat({}, more="").replace("(module ", f"(module {other} ", 1))
    assert code == 2
    assert "ccsim_on_undo is (i64) -> (i64); it must be (i64, i64) -> (i64)" in err


def test_randomness_comes_from_the_seed(run_wat: RunWat) -> None:
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


def test_a_scenario_that_names_a_module_is_exported_with_it(tmp_path: Path) -> None:
    (tmp_path / "mine.wasm").write_bytes(NEWRENO.read_bytes())
    path = tmp_path / "scenario.json"
    parameters = {"beta_256ths": 179}
    choice: dict[str, Any] = {"name": "mine.wasm", "parameters": parameters}
    flows = [{"rtt_s": 0.04, "algorithm": choice}]
    path.write_text(json.dumps({"duration_s": 2, "bottleneck": {"rate_bps": 1e6}, "flows": flows}))
    assert main(["export", str(path), "zip", str(tmp_path / "run.zip")]) == 0
    with ZipFile(tmp_path / "run.zip") as files:
        defined = json.loads(files.read("metrics.json"))["series"]["flow"]
        (name,) = [each for each in defined if each.startswith("wasm:")]
        assert "min_rtt_s" in defined[name]
        assert files.read(f"modules/{name.removeprefix('wasm:')}.wasm") == NEWRENO.read_bytes()
    parameters["beta_256ths"] = 999
    path.write_text(json.dumps({"duration_s": 2, "bottleneck": {"rate_bps": 1e6}, "flows": flows}))
    assert main(["export", str(path), "zip", str(tmp_path / "again.zip")]) == 2
