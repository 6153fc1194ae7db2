"""`bench`, `readings`, `algorithms`: small runs of each."""

import csv
import json
from pathlib import Path

import pytest

from lab_worker.cli.main import main
from lab_worker.execution.registry import registry_text


def test_algorithms_prints_the_list_of_the_core(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["algorithms"]) == 0
    assert capsys.readouterr().out == registry_text()


def test_bench_measures_every_case(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "bench.json"
    assert main(["bench", "--packets", "10000", "--json", str(path)]) == 0
    assert "million packets/s" in capsys.readouterr().out
    cases = json.loads(path.read_text())["cases"]
    assert [(case["algorithm"], case["flow_count"]) for case in cases] == [
        (name, count) for name in ("bbr2", "cubic") for count in (1, 2, 10, 100)
    ]
    for case in cases:
        assert 0 < case["simulated_packets"] <= 10_000
        assert case["packets_per_s"] > 10_000
        assert case["peak_memory_bytes"] >= case["baseline_memory_bytes"] > 0


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
