"""A sweep is predicted from a part of it that is drawn evenly over its runs."""

import json
import random
from itertools import pairwise
from pathlib import Path

import pytest

from lab_cli.main import main
from lab_exec.experiments.forecast import LEAST_SAMPLE, draw, drawn_units, duration_text, total_of
from lab_exec.experiments.units import Unit, missing_units
from lab_model.papers.experiments import expansion_of
from lab_research.bench.forecast import quality, short_grid

UNITS = [Unit(cell, seed, 1_000_000) for cell in range(1_536) for seed in range(5)]


def test_the_map_of_7680_runs_gives_one_run_in_a_hundred_spread_over_all_cells() -> None:
    units = missing_units(expansion_of("sizing-two-flows-full"), set())
    strata = draw(units)
    drawn = drawn_units(strata)
    assert len(units) == 7_680
    assert len(drawn) == len(set(drawn)) == 77
    assert sum(stratum.size for stratum in strata) == 7_680
    ordered = sorted(unit.cell_index for unit in drawn)
    gaps = [later - before for before, later in pairwise(ordered)]
    assert max(gaps) <= 2 * 1_536 / len(strata) + 2, "no part of the grid is left out"
    assert draw(units) == strata, "the draw is seeded"
    assert draw(units, seed=2) != strata


def test_a_small_sweep_gives_at_least_ten_runs_and_a_tiny_one_all() -> None:
    assert len(drawn_units(draw(UNITS[:100]))) == LEAST_SAMPLE
    for count in range(1, LEAST_SAMPLE + 1):
        strata = draw(UNITS[:count])
        assert sorted(drawn_units(strata), key=UNITS.index) == UNITS[:count]
        values = {unit: 1.0 + unit.seed for unit in UNITS[:count]}
        total = total_of(strata, values)
        assert total.value == pytest.approx(sum(values.values()))
        assert total.low == pytest.approx(total.high)


def test_the_interval_has_the_whole_in_it_as_often_as_it_says() -> None:
    chance = random.Random(7)
    # Dear runs in one corner of the grid, and chance: the stratum explains the first only.
    seconds = {
        unit: (1.0 + 3.0 * unit.cell_index / 1_536) * chance.lognormvariate(0, 0.5)
        for unit in UNITS
    }
    found = quality(seconds, 0.01, 400)
    assert found.sample_count == 77
    assert 0.90 <= found.covered_ratio <= 0.99
    assert found.median_error_ratio < found.median_half_width_ratio < 0.2


def test_runs_that_are_expected_to_be_dearer_count_for_more() -> None:
    units = [Unit(cell, 1, 10_000_000 * (cell + 1)) for cell in range(500)]
    seconds = {unit: 2.0 * unit.expected_s for unit in units}
    total = total_of(draw(units), seconds)
    whole = sum(seconds.values())
    assert total.value == pytest.approx(whole)
    assert total.low == pytest.approx(whole)


def test_the_short_grid_has_the_cells_of_the_paper() -> None:
    assert short_grid().unit_count == 1_536


@pytest.mark.parametrize(
    ("seconds", "text"), [(3.14159, "3.14 s"), (600.0, "10 min"), (36_000.0, "10 h")]
)
def test_a_duration_is_said_in_the_unit_that_suits(seconds: float, text: str) -> None:
    assert duration_text(seconds) == text


def test_a_sweep_is_predicted_and_its_sample_is_kept(
    scenario_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store, written = tmp_path / "sweep.store", tmp_path / "forecast.json"
    sweep = ["sweep", str(scenario_file), "--vary", "flows.0.rtt_s=lin:0.04:0.13:10"]
    sweep += ["--seeds", "4", "--store", str(store), "--jobs", "2"]
    assert main([*sweep, "--predict", "30", "--json", str(written)]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("12 of 40 runs (30.0%) took ")
    assert "on 2 processors that do nothing else" in printed
    found = json.loads(written.read_text())
    assert found["run_count"] == 40
    assert 0 < found["cpu_s"]["low"] <= found["cpu_s"]["value"] <= found["cpu_s"]["high"]
    assert found["sample_cpu_s"] < found["cpu_s"]["value"]
    # What was computed for the sample is not computed again.
    assert main([*sweep, "--predict", "100"]) == 0
    assert capsys.readouterr().out.startswith("28 of 28 runs (100.0%) took ")
    assert main([*sweep, "--predict"]) == 0
    assert capsys.readouterr().out == "All runs are already there.\n"


@pytest.mark.parametrize("text", ["0", "101", "much", "nan"])
def test_what_is_no_percentage_is_refused(
    text: str, scenario_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["sweep", str(scenario_file), "--predict", text]) == 2
    assert f"--predict is '{text}'" in capsys.readouterr().err


def test_a_prediction_writes_no_results(
    scenario_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["sweep", str(scenario_file), "--predict", "--csv", str(tmp_path / "a.csv")]) == 2
    assert "does not go with --csv" in capsys.readouterr().err
    assert main(["reproduce", "buffer-sizing", "--predict"]) == 2
    assert "--predict is of --full" in capsys.readouterr().err
