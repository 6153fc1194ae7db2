"""`bench`, `readings`, `algorithms`: small runs of each."""

import csv
import json
from pathlib import Path

import pytest

from lab_cli.main import main
from lab_exec.data_files import registry_text
from lab_research.bench import command as bench
from lab_research.bench import ns3 as bench_ns3
from lab_research.bench.loads import (
    FLOW_CURVE,
    GATE_LOADS,
    NS3_LOADS,
    WINDOW_CURVE,
    Goal,
    Load,
    duration_s,
    scenario_of,
)


def test_algorithms_prints_the_list_of_the_core(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["algorithms"]) == 0
    assert capsys.readouterr().out == registry_text()


@pytest.mark.slow
def test_bench_measures_every_load(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    small = Load("cubic", 2, 10_000_000)
    monkeypatch.setattr(bench, "GATE_LOADS", ((small, Goal(0.001, 8)), (small, None)))
    monkeypatch.setattr(bench, "FLOW_CURVE", (small, Load("bbr2", 5, 10_000_000)))
    monkeypatch.setattr(bench, "WINDOW_CURVE", (small,))
    monkeypatch.setattr(bench, "MEMORY_LOAD", small)
    monkeypatch.setattr(bench, "RECORDING_LOADS", (small,))
    path = tmp_path / "bench.json"
    assert main(["bench", "--packets", "10000", "--json", str(path)]) == 0
    printed = capsys.readouterr().out
    for title in ("second of CPU", "number of flows", "window", "Peak memory", "recording series"):
        assert title in printed
    content = json.loads(path.read_text())
    speeds = [*content["cases"], *content["flow_curve"], *content["window_curve"]]
    assert [case["flow_count"] for case in speeds] == [2, 2, 2, 5, 2]
    assert [case["goal"] for case in content["cases"]] == [{"gate": 0.001, "aim": 8}, None]
    for case in [*speeds, content["memory"]]:
        assert case["simulated_packets"] > 5_000
        assert case["packets_per_s"] > 10_000
        assert case["peak_memory_bytes"] >= case["baseline_memory_bytes"] > 0
    recording = content["recording"][0]
    assert min(recording["plain_cpu_s"], recording["recorded_cpu_s"]) > 0


def test_bench_simulates_what_its_gate_names() -> None:
    assert [
        (load.flow_count, load.rate_bps, goal.gate, goal.aim)
        for load, goal in GATE_LOADS
        if goal is not None
    ] == [(2, 10**8, 5, 8), (100, 10**9, 4, 5), (1000, 10**9, 2, 3)]
    assert {load.flow_count for load, _ in GATE_LOADS} == {2, 100, 1000, 10_000}
    for load in (*FLOW_CURVE, *WINDOW_CURVE, *(load for load, _ in GATE_LOADS)):
        scenario = scenario_of(load, duration_s(load, 3_000_000))
        assert 2 <= scenario.duration_s <= 1000
        assert scenario.bottleneck.rate_bps == load.rate_bps


def test_bench_says_how_to_get_ns3_where_it_is_missing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert main(["bench", "--ns3"]) == 1
    message = capsys.readouterr().err
    assert message.startswith("bench --ns3 needs pkg-config, which is not installed")
    tool = tmp_path / "pkg-config"
    tool.write_text("#!/bin/sh\nexit 1\n")
    tool.chmod(0o755)
    assert main(["bench", "--ns3"]) == 1
    message = capsys.readouterr().err
    assert message.startswith("bench --ns3 needs libns3-dev, which is not installed")
    assert "apt-get install -y libns3-dev" in message


def test_bench_builds_what_it_compares_with_ns3() -> None:
    assert bench_ns3.SOURCE.is_file()
    assert {load.algorithm for load, _ in NS3_LOADS} == {"cubic"}


def test_readings_writes_a_row_per_cell(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["readings", "--seeds", "2", "--duration", "10", "--topology", "T2"]
    assert main([*arguments, "--loss", "0,0.0015", "--out", str(tmp_path)]) == 0
    assert "Throughput of the elephant over the mouse" in capsys.readouterr().out
    with (tmp_path / "fairtt-readings.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 2 * 4
    assert {row["ratio_count"] for row in rows} == {"2"}
    for row in rows:
        assert float(row["ratio_min"]) <= float(row["ratio_mean"]) <= float(row["ratio_max"])
        assert 0 < float(row["utilisation_ratio_mean"]) <= 1
    page = (tmp_path / "fairtt-readings.md").read_text()
    assert page.count("| BBRv2 |") == 2
    assert page.count("FaiRTT bdp_and_pacing |") == 2


def test_readings_refuses_an_unknown_topology(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["readings", "--topology", "T9"]) == 2
    message = capsys.readouterr().err
    assert message.startswith("--topology is 'T9'; it must be one of T1, T6, T2, T3, T4, T5")


@pytest.mark.parametrize(
    ("options", "shifts"),
    [
        ([], []),
        pytest.param(["--around"], ["-1.0", "+0.2", "+1.0"], marks=pytest.mark.slow),
    ],
)
def test_presets_judges_what_a_preset_claims(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], options: list[str], shifts: list[str]
) -> None:
    path = tmp_path / "presets.json"
    assert main(["presets", "--only", "lossy-path", *options, "--json", str(path)]) == 0
    shown = capsys.readouterr().out
    assert "What the presets claim" in shown
    assert "FAILS" not in shown
    measured = json.loads(path.read_text())
    assert [item["title"] for item in measured] == [
        "A path that loses packets",
        *(f"A path that loses packets, all {shift} ms" for shift in shifts),
    ]
    assert len(measured[0]["variants"]["cubic"]["utilisation_ratio"]["values"]) == 20


def test_presets_names_the_presets_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["presets", "--only", "nowhere"]) == 2
    assert "elephant-and-mouse" in capsys.readouterr().err
