"""`bench --sweep` measures what a sweep adds to the core; `--beside` lets another checkout run."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from lab.settings import Settings
from lab_cli.main import main
from lab_exec import core_cpu_s, core_version, run_scenario
from lab_model.experiments import read_experiment
from lab_research.bench import experiment as bench_experiment
from lab_research.bench import forecast, sweep, tails
from lab_research.bench.experiment import ExperimentLoad, Overhead
from lab_research.bench.loads import Load, scenario_of
from lab_research.bench.processes import KINDS, cpu_s_below
from lab_research.bench.sweep import SweepCost, SweepLoad
from lab_research.bench.tails import Measured, TailLoad
from lab_research.bench.turns import python_of, take_turn
from tests.cli.conftest import SMALL
from tests.support.processes import LabProcesses, environment, wait_until


def test_what_is_added_is_all_but_core_and_loading() -> None:
    cost = SweepCost(10, 2, core_cpu_s=10.0, unit_cpu_s=0.2, loading_cpu_s=1.0, total_cpu_s=11.5)
    assert cost.rest_cpu_s == pytest.approx(0.3)
    assert cost.added_ratio == pytest.approx(0.05)
    assert cost.added_with_loading_ratio == pytest.approx(0.15)


def test_the_time_in_the_core_is_counted_on_and_on() -> None:
    scenario = scenario_of(Load("cubic", 2, 100_000_000), 5.0)
    before_s = core_cpu_s()
    run_scenario(scenario, 1, series=False)
    first_s = core_cpu_s() - before_s
    run_scenario(scenario, 1, series=False)
    assert 0 < first_s < core_cpu_s() - before_s


@pytest.mark.slow
def test_a_tiny_sweep_is_computed_and_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sweep, "LOADS", (SweepLoad(0.005, 3, 2, 0.5),))
    axis = {"path": "duration_s", "values": {"kind": "linear", "from": 0.5, "to": 2, "count": 30}}
    grid = read_experiment(
        {"base": SMALL, "axes": [{"moves": [axis]}], "replications": {"count": 1}}
    )
    monkeypatch.setattr(forecast, "short_grid", lambda: grid)
    monkeypatch.setattr(forecast, "DRAWS", 50)
    path = tmp_path / "numbers.json"
    assert main(["bench", "--sweep", "--json", str(path)]) == 0
    numbers = json.loads(path.read_text())
    (load,) = numbers["loads"]
    assert load["run_count"] == 6
    assert 0 < load["core_cpu_s"] < load["total_cpu_s"]
    assert load["loading_cpu_s"] > 0
    assert load["unit_cpu_s"] > 0
    parts = load["core_cpu_s"] + load["unit_cpu_s"] + load["rest_cpu_s"] + load["loading_cpu_s"]
    assert parts == pytest.approx(load["total_cpu_s"])
    assert numbers["forecast"]["run_count"] == 30
    assert [share["sample_count"] for share in numbers["forecast"]["shares"]] == [10, 10]
    printed = capsys.readouterr().out
    assert "What a sweep adds to the core" in printed
    assert "A sweep predicted from a part of it" in printed


def test_a_turn_runs_in_the_python_of_a_checkout() -> None:
    turn = take_turn(python_of(None), scenario_of(Load("cubic", 2, 100_000_000), 2.0), 2)
    assert turn.core_version == core_version()
    assert turn.packets > 10_000
    assert turn.packets_per_s > 0


def test_a_folder_without_a_core_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bench", "--ns3", "--beside", str(tmp_path)]) == 2
    assert "--beside" in capsys.readouterr().err
    assert main(["bench", "--beside", str(tmp_path)]) == 2
    assert "--beside is of --ns3" in capsys.readouterr().err


# `bench --experiment` measures a worker that computes an experiment.


def test_overhead_is_what_comes_on_top_of_the_simulation() -> None:
    cpu_s = {"worker": 10.5, "postgres": 0.4, "valkey": 0.1}
    overhead = Overhead("0.1 s", 100, 10.0, 5.0, 5.5, cpu_s)
    assert overhead.cpu_overhead_ratio == pytest.approx(0.1)
    assert overhead.wall_overhead_ratio == pytest.approx(0.1)


def test_cpu_time_of_other_processes_is_reported_by_kind() -> None:
    ask = (
        "import json; from lab_research.bench.processes import cpu_s_below;"
        f"print(json.dumps(cpu_s_below({os.getpid()})))"
    )

    def seen_s() -> float:
        """By another child of ours: what a process has started itself is left out."""
        output = subprocess.run([sys.executable, "-c", ask], capture_output=True, check=True).stdout
        return float(json.loads(output)["worker"])

    with subprocess.Popen([sys.executable, "-c", "while True: pass", "celery"]) as child:
        try:
            wait_until(lambda: seen_s() > 0.1)
        finally:
            child.kill()
    assert set(cpu_s_below(os.getpid())) == set(KINDS)


@pytest.mark.slow
def test_experiment_is_computed_by_the_worker_and_measured(
    settings: Settings,
    processes: LabProcesses,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name, value in environment(settings.model_copy(update={"log_level": "INFO"})).items():
        monkeypatch.setenv(name, value)
    processes.settings = settings.model_copy(update={"log_level": "INFO"})
    processes.start_worker("batch")
    monkeypatch.setattr(bench_experiment, "LOADS", (ExperimentLoad("tiny", 1.2, 5, 2),))
    monkeypatch.setattr(bench_experiment, "NICENESS", 0)
    (log,) = processes.log_dir.glob("*-worker.log")
    content = bench_experiment.measure(log)
    (load,) = content["loads"]
    assert load["unit_count"] == 10
    assert load["simulation_cpu_s"] > 0
    assert load["experiment_wall_s"] > 0
    assert "What queue and database add" in capsys.readouterr().out


# `bench --tails` measures the worker's own code with and without tails.


def test_what_tails_add_is_the_median_over_the_pairs() -> None:
    measured = Measured(2, 1.0, 1.0, 1.1, 1.0, 1.1, 4, [1.3, 1.02, 0.9])
    assert measured.added_ratio == pytest.approx(0.02)


@pytest.mark.slow
def test_runs_are_computed_and_measured(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, value in environment(settings).items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("LAB_TAIL_INTERVAL_S", "0")
    monkeypatch.setattr(tails, "LOADS", (TailLoad(2, 30.0, 0.1),))
    (load,) = tails.measure()["loads"]
    assert len(load["ratios"]) == tails.REPETITIONS
    assert load["step_count"] > 2, "tails, and the two chunks"
    assert "What it costs that curves can be watched" in capsys.readouterr().out
