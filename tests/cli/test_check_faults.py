"""`./lab check` over its whole battery: faults that really happened, and modules that do the same.

Slow: some minutes. What the battery is for is whether it finds what was wrong.
"""

import importlib.util
import json
from pathlib import Path

import pytest

from lab_cli.main import main
from lab_exec import run_scenario
from lab_exec.scenario_modules import ChosenModule, with_module
from lab_exec.wasm_module import load_module
from lab_model.scenarios import validate_scenario
from lab_research.bench.planted_faults import MODULES, build, load_faults

CAUGHT_AT_LEAST = 8
REPETITIONS = 1000


# Empty where the wheel is not installed, and only there.
COMPILERS = ["ziglang"] if importlib.util.find_spec("ziglang") is not None else []


@pytest.mark.slow
@pytest.mark.parametrize("compiler", COMPILERS)
def test_planted_faults_are_caught(tmp_path: Path, compiler: str) -> None:
    """Exit code 1 says that something got worse."""
    assert compiler
    caught = {
        fault.name: main(
            [
                "check",
                str(MODULES / f"{fault.source}.wasm"),
                str(build(fault, tmp_path / str(place))),
                "--json",
                str(tmp_path / f"{place}.json"),
            ]
        )
        for place, fault in enumerate(load_faults())
    }
    assert sum(code == 1 for code in caught.values()) >= CAUGHT_AT_LEAST, caught


def _same_but_for_its_bytes(folder: Path) -> Path:
    """NewReno with a section that no one reads, so that its digest is another."""
    content = (MODULES / "newreno.wasm").read_bytes()
    path = folder / "same.wasm"
    path.write_bytes(content + b"\x00\x05\x04none")
    return path


@pytest.mark.slow
def test_modules_that_do_the_same_never_differ(tmp_path: Path) -> None:
    """1,000 seeds of a lossy run in which each draw of the network counts: no number differs."""
    same = _same_but_for_its_bytes(tmp_path)
    names = {load_module(path).name for path in (MODULES / "newreno.wasm", same)}
    assert len(names) == 2
    scenario = validate_scenario(
        {
            "duration_s": 3,
            "bottleneck": {
                "rate_bps": 2_000_000,
                "loss": {"kind": "bernoulli", "probability": 0.02},
            },
            "flows": [{"rtt_s": 0.04, "algorithm": {"name": "newreno"}}] * 2,
        }
    )
    summaries = set()
    for seed in range(1, REPETITIONS + 1):
        found = []
        for path in (MODULES / "newreno.wasm", same):
            module = load_module(path)
            chosen = with_module(scenario, ChosenModule(module, {}))
            result = run_scenario(chosen, seed, series=False, modules={module.name: module})
            found.append((result["summary"], [flow["throughput_bps"] for flow in result["flows"]]))
        assert found[0] == found[1], seed
        summaries.add(json.dumps(found[0]))
    # The seeds are different runs, or equality would say nothing.
    assert len(summaries) > REPETITIONS * 0.9


@pytest.mark.slow
def test_the_whole_battery_has_no_difference_of_modules_that_do_the_same(tmp_path: Path) -> None:
    path = tmp_path / "all.json"
    same = _same_but_for_its_bytes(tmp_path)
    arguments = ["check", str(MODULES / "newreno.wasm"), str(same), "--json", str(path)]
    assert main([*arguments, "--seeds", "3"]) == 0
    numbers = json.loads(path.read_text())["numbers"]
    assert len({number["situation_id"] for number in numbers}) > 40
    assert {number["outcome"] for number in numbers} <= {"same", "untested"}
