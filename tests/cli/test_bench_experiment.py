"""`bench --experiment` measures a worker that computes an experiment."""

import json
import os
import subprocess
import sys

import pytest

from lab.settings import Settings
from lab_research.bench import experiment as bench_experiment
from lab_research.bench.experiment import ExperimentLoad, Overhead
from lab_research.bench.processes import KINDS, cpu_s_below
from tests.support.processes import LabProcesses, environment, wait_until


def test_overhead_is_what_comes_on_top_of_the_simulation() -> None:
    cpu_s = {"worker": 10.5, "postgres": 0.4, "valkey": 0.1}
    overhead = Overhead("0.1 s", 100, 10.0, 5.0, 5.5, cpu_s)
    assert overhead.cpu_overhead_ratio == pytest.approx(0.1)
    assert overhead.wall_overhead_ratio == pytest.approx(0.1)


def test_cpu_time_of_other_processes_is_told_by_kind() -> None:
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
