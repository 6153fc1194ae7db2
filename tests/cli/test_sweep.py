"""`./lab sweep SCENARIO --vary`: cells in processes, a table, files that are whole or not there."""

import csv
import json
import math
import os
import signal
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

from lab_cli.main import main
from lab_cli.sweep.axis import parse_axis
from lab_cli.sweep.report import table_caption
from lab_exec import run_scenario
from lab_exec.errors import InputError
from lab_exec.experiments.results import SweepResults
from lab_model.experiments import numbers_of, read_experiment
from lab_model.scenarios import validate_scenario
from tests.cli.conftest import SMALL
from tests.support.processes import PATIENCE_S, wait_until


def test_every_cell_is_the_run_of_its_scenario_and_seed(
    scenario_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    csv_path, json_path = tmp_path / "runs.csv", tmp_path / "runs.json"
    arguments = ["sweep", str(scenario_file), "--vary", "flows.0.rtt_s=0.04,0.08", "--seeds", "2"]
    files = ["--csv", str(csv_path), "--json", str(json_path)]
    assert main([*arguments, "--first-seed", "5", "--jobs", "2", *files]) == 0

    table = capsys.readouterr().out
    assert "Mean over 2 seeds with its 95 % Student-t interval" in table
    assert "window 0 to 5 s" in table

    with csv_path.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["flows.0.rtt_s"], row["seed"]) for row in rows] == [
        ("0.04", "5"),
        ("0.04", "6"),
        ("0.08", "5"),
        ("0.08", "6"),
    ]
    content = json.loads(json_path.read_text())
    assert content["seeds"] == [5, 6]
    flows = [{**SMALL["flows"][0], "rtt_s": 0.08}, SMALL["flows"][1]]
    expected = run_scenario(validate_scenario({**SMALL, "flows": flows}), 6, series=False)
    unit = content["units"][3]
    assert (unit["cell_index"], unit["seed"]) == (1, 6)
    assert unit["summary_digest"] == expected["summary_digest"] == rows[3]["summary_digest"]
    assert unit["numbers"] == numbers_of(expected)
    assert rows[3]["scenario_digest"] == expected["scenario_digest"]
    summary = expected["summary"]
    assert float(rows[3]["jain_index"]) == summary["jain_index"]
    assert float(rows[3]["group_0_throughput_bps"]) == expected["flows"][0]["throughput_bps"]
    assert float(rows[3]["mean_queue_s"]) == summary["mean_queue_bytes"] * 8 / 1e7
    assert rows[3]["group_1_mean_pacing_rate_bps"] == ""
    ratios = [item["numbers"]["throughput_ratio"] for item in content["units"][2:]]
    mean = content["cells"][1]["estimates"]["throughput_ratio"]["mean"]
    assert mean == pytest.approx(math.sqrt(ratios[0] * ratios[1]))


def test_a_table_for_a_paper_has_the_metrics_that_were_asked_for(
    scenario_file: Path, tmp_path: Path
) -> None:
    path = tmp_path / "table.tex"
    arguments = ["sweep", str(scenario_file), "--vary", "flows.0.rtt_s=0.04,0.08", "--seeds", "2"]
    assert main([*arguments, "--latex", str(path)]) == 0
    assert "Jain's index" in path.read_text()
    chosen = ["--metric", "throughput_ratio", "--metric", "group_1_mean_rtt_s"]
    assert main([*arguments, *chosen, "--latex", str(path)]) == 0
    table = path.read_text()
    assert "Throughput ratio" in table
    assert "Jain's index" not in table
    assert table.count(r"\multicolumn{3}{c}") == len(chosen) // 2


def refused(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    assert main(["sweep", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    return captured.err


def test_values_that_make_a_bad_scenario_are_named_before_anything_runs(
    scenario_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "runs.csv"
    vary = "flows.0.rtt_s=0.04,0.01,-1"
    message = refused([str(scenario_file), "--vary", vary, "--csv", str(out)], capsys)
    assert message.splitlines() == [
        (
            "--vary flows.0.rtt_s: with Base RTT, far 10 ms, flows.0.rtt_s is 0.01 s; it must be "
            "at least twice bottleneck.delay_s (0.02 s)"
        ),
        (
            "--vary flows.0.rtt_s: with Base RTT, far -1000 ms, flows.0.rtt_s is -1 s; it must be "
            "at least 1e-05 s"
        ),
    ]
    assert not out.exists()


@pytest.mark.parametrize(
    ("option", "value", "message"),
    [
        ("--seeds", "0", "--seeds is '0'; it must be a whole number from 1 to 10000"),
        ("--jobs", "none", "--jobs is 'none'; it must be a whole number from 1 to 1024"),
        ("--first-seed", "-2", "seed is -2; it must be at least 0"),
    ],
)
def test_bad_options_are_named_with_their_bounds(
    scenario_file: Path,
    capsys: pytest.CaptureFixture[str],
    option: str,
    value: str,
    message: str,
) -> None:
    vary = ["--vary", "flows.0.rtt_s=0.04,0.05"]
    assert refused([str(scenario_file), *vary, f"{option}={value}"], capsys) == message + "\n"


def test_a_path_that_leads_nowhere_is_named_as_it_was_given(
    scenario_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = ["--vary", "duration_s=3,4"]
    message = refused([str(scenario_file), *good, "--vary", "flows.2.rtt_s=1"], capsys)
    assert message == (
        "--vary flows.2.rtt_s: path is 'flows.2.rtt_s'; it has '2', which must be a number below "
        "2, or * for all of them\n"
    )


def test_a_scenario_alone_is_no_sweep(
    scenario_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "say with --vary PATH=VALUES what to vary" in refused([str(scenario_file)], capsys)


def test_a_metric_that_does_not_exist_is_refused(
    scenario_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    vary = ["--vary", "flows.0.rtt_s=0.04,0.05", "--metric", "speed"]
    message = refused([str(scenario_file), *vary], capsys)
    assert message == "--metric is 'speed'; no metric has this name\n"


def _children_of(pid: int) -> list[int]:
    text = Path(f"/proc/{pid}/task/{pid}/children").read_text()
    return [int(word) for word in text.split()]


def _start_long_sweep(scenario_file: Path, out: Path) -> "subprocess.Popen[str]":
    # Hours of simulated time at a high rate: far longer than the test.
    scenario_file.write_text(
        json.dumps({**SMALL, "duration_s": 3600, "bottleneck": {"rate_bps": 1e9}})
    )
    command = [sys.executable, "-m", "lab_cli", "sweep", str(scenario_file)]
    command += ["--vary", "flows.0.rtt_s=0.04,0.08", "--seeds", "4", "--jobs", "2"]
    process = subprocess.Popen(
        [*command, "--csv", str(out)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    # Beside them there is the resource tracker of multiprocessing.
    wait_until(lambda: sum(map(_has_loaded_core, _children_of(process.pid))) == 2)
    return process


def _has_loaded_core(pid: int) -> bool:
    return "ccsim/_core" in Path(f"/proc/{pid}/maps").read_text()


def _wait_until_gone(pids: list[int]) -> None:
    wait_until(lambda: not any(_is_running(pid) for pid in pids))


def _is_running(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


@pytest.mark.slow
@pytest.mark.parametrize("to_whole_group", [True, False])
def test_ctrl_c_leaves_no_file_and_no_process(
    scenario_file: Path, tmp_path: Path, to_whole_group: bool
) -> None:
    out = tmp_path / "runs.csv"
    process = _start_long_sweep(scenario_file, out)
    children = _children_of(process.pid)
    if to_whole_group:
        os.killpg(process.pid, signal.SIGINT)
    else:
        process.send_signal(signal.SIGINT)
    stdout, stderr = process.communicate(timeout=PATIENCE_S)
    message = "interrupted: nothing is kept; with --store FILE the next call continues\n"
    assert (process.returncode, stdout, stderr) == (130, "", message)
    _wait_until_gone(children)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["small.json"]


@pytest.mark.slow
def test_simulating_processes_end_when_their_parent_is_killed(
    scenario_file: Path, tmp_path: Path
) -> None:
    process = _start_long_sweep(scenario_file, tmp_path / "runs.csv")
    children = _children_of(process.pid)
    process.kill()
    process.communicate(timeout=PATIENCE_S)
    _wait_until_gone(children)


# The axis of a sweep from the command line: lists, ranges, paths.


def values_of(text: str) -> tuple[str, list[Any]]:
    axis = read_experiment({"base": SMALL, "axes": [parse_axis(text)]}).axes[0]
    return axis.paths[0], [point.values[0] for point in axis.points]


@pytest.mark.parametrize(
    ("text", "path", "values"),
    [
        ("flows.0.rtt_s=0.02,0.04", "flows.0.rtt_s", [0.02, 0.04]),
        ("flows.0.algorithm.name=bbr2,fairtt", "flows.0.algorithm.name", ["bbr2", "fairtt"]),
        ("transport.window_pacing=true,false", "transport.window_pacing", [True, False]),
        ("flows.0.stop_s=null,3", "flows.0.stop_s", [None, 3]),
        ("flows.0.rtt_s=lin:0.1:0.3:3", "flows.0.rtt_s", [0.1, 0.2, 0.3]),
        ("bottleneck.buffer.amount=log:0.1:10:3", "bottleneck.buffer.amount", [0.1, 1.0, 10.0]),
        # Whole numbers where the field has whole numbers, each once.
        ("bottleneck.rate_bps=log:1e6:1e7:3", "bottleneck.rate_bps", [10**6, 3162278, 10**7]),
        ("flows.0.count=lin:1:3:9", "flows.0.count", [1, 2, 3]),
        (
            "flows.0.algorithm.parameters.probe_wait_max_rounds=lin:10:20:3",
            "flows.0.algorithm.parameters.probe_wait_max_rounds",
            [10, 15, 20],
        ),
    ],
)
def test_an_axis_is_a_path_and_its_values(text: str, path: str, values: list[object]) -> None:
    # As text: 1 and 1.0 are equal, but only one of them is a whole number.
    assert repr(values_of(text)) == repr((path, values))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("flows.0.rtt_s", "--vary is 'flows.0.rtt_s'; it must be PATH="),
        ("=1,2", "--vary is '=1,2'; it must be PATH="),
        ("a=lin:1:2", "--vary has the range 'lin:1:2'; it must be lin:FROM:TO:COUNT"),
        ("a=lin:1:inf:2", "--vary has the range 'lin:1:inf:2'; FROM and TO must be finite"),
        ("a=log:0:1:3", "--vary has the range 'log:0:1:3'; FROM and TO must be above 0"),
        ("a=lin:0:1:1", "--vary has the range 'lin:0:1:1'; COUNT must be from 2 to 10000"),
        ("a=1,1", "--vary has a value twice: 1,1"),
        ("a=[1]", "--vary has the value '[1]'; it must be a number"),
    ],
)
def test_a_bad_axis_is_refused(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_axis(text)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("counts", "moves", "begin", "window"),
    [
        ([4, 9], False, "Mean over 4 to 9 seeds with its 95 % Student-t interval, ", "2 to 5 s"),
        (None, False, "Mean over 20 seeds with its 95 % Student-t interval, ", "2 to 5 s"),
        ([1, 1], True, "Mean over 1 seed, which has no interval, ", "each cell's run"),
    ],
)
def test_a_table_says_how_many_seeds_its_cells_have_and_what_they_are_over(
    counts: list[int] | None, moves: bool, begin: str, window: str
) -> None:
    base = SimpleNamespace(warmup_s=2, duration_s=5)
    expansion = SimpleNamespace(
        seeds=range(20), moves_window=moves, definition=SimpleNamespace(base=base)
    )
    seed_counts = None if counts is None else np.array(counts)
    results = SimpleNamespace(expansion=expansion, seed_counts=seed_counts, core_version="x")
    caption = table_caption(cast(SweepResults, results))
    assert caption.startswith(begin)
    assert window in caption
