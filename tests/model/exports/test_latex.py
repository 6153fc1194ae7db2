"""Tables for papers: the numbers are those of the run or of the experiment, and TeX takes them."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lab_model.experiments import find_metric, read_experiment
from lab_model.experiments.unit_rows import FailedRow, UnitRow
from lab_model.exports.experiment import ExportedExperiment
from lab_model.exports.formats.latex import (
    ComparedNumber,
    comparison_table,
    experiment_table,
    run_table,
)
from lab_model.exports.run import ExportedRun
from tests.model.experiments.examples import experiment
from tests.model.exports.conftest import SCENARIO
from tests.support.axes import axis

NAN = math.nan


def _rows(table: str) -> list[list[str]]:
    """The cells of the rows between the rules, without the heading."""
    body = table.split(r"\midrule")[1].split(r"\bottomrule", maxsplit=1)[0]
    lines = [line for line in body.splitlines() if line.endswith(r" \\")]
    return [line.removesuffix(r" \\").split(" & ") for line in lines]


class TestRunTable:
    def test_every_flow_has_a_row_with_its_numbers(self, run: ExportedRun) -> None:
        table = run_table(run)
        far = run.result["flows"][0]
        assert [row[:3] for row in _rows(table)] == [
            ["far", "BBRv2", "60"],
            ["near", "CUBIC", "30"],
            ["near", "CUBIC", "30"],
        ]
        assert _rows(table)[0][3] == f"{far['throughput_bps'] / 1e6:.4g}"
        assert _rows(table)[0][6] == f"{far['retransmit_ratio'] * 100:.4g}"
        assert r"\begin{tabular}{llrrrrr}" in table
        jain = f"Jain's index {run.result['summary']['jain_index']:.4g}}} \\\\"
        assert table.split(r"\midrule")[2].splitlines()[1].endswith(jain)

    def test_texts_of_people_do_no_harm(self, run: ExportedRun) -> None:
        flow = {**run.result["flows"][0], "label": "[1ex] & 50%_", "mean_rtt_s": None}
        named = replace(run, name="a\nb", result={**run.result, "flows": [flow]})
        [row] = _rows(run_table(named).replace(r"\&", "and"))
        assert row[0] == r"{}[1ex] and 50\%\_"
        assert row[5] == "--"
        assert run_table(named).startswith("% a b: seed 7, core ")


@dataclass
class _Given:
    """Numbers of two cells."""

    numbers: dict[str, list[list[float]]]

    def unit_rows(self) -> Iterator[UnitRow]:
        return iter([UnitRow(0, 1, "aa", "bb", {})])

    def failed_rows(self) -> Iterator[FailedRow]:
        return iter([])

    def values(self, names: Sequence[str]) -> list[NDArray[np.float64]]:
        return [np.array(self.numbers[name]) for name in names]


def _experiment(values: Sequence[Any], numbers: list[list[float]]) -> ExportedExperiment:
    rtts = axis("flows.0.rtt_s", list(values), label="RTT & more")
    definition = experiment(rtts, base=SCENARIO, replications={"count": len(numbers[0])})
    names = (
        *("utilisation_ratio", "jain_index", "throughput_ratio"),
        *("mean_queue_s", "retransmit_ratio"),
    )
    return ExportedExperiment(
        name="",
        expansion=read_experiment(definition),
        core_version="0.1.0+x",
        behaviour_version=1,
        source=_Given(dict.fromkeys(names, numbers)),
    )


class TestExperimentTable:
    def test_every_setting_has_means_with_student_s_intervals(self) -> None:
        # Mean 0.52, standard error 0.02 / sqrt(3), t of 2 degrees of freedom 4.3027.
        numbers = [[0.50, 0.52, 0.54], [0.25, NAN, NAN]]
        table = experiment_table(_experiment([0.06, 0.08], numbers))
        first, second = _rows(table)
        assert (first[0], first[1]) == ("60 ms", "52 [47.03, 56.97]")
        assert second == ["80 ms", "25", "0.25", "0.25", "250", "25"]
        assert r"RTT \& more & Link busy (\%) & Jain's index & " in table
        assert r"\begin{tabular}{lrrrrr}" in table

    def test_what_was_not_computed_is_a_dash(self) -> None:
        [row] = _rows(experiment_table(_experiment([0.06], [[NAN, NAN]])))
        assert row == ["60 ms", *["--"] * 5]

    def test_what_fits_no_page_goes_over_several(self) -> None:
        points = [round(0.03 + index / 1000, 3) for index in range(41)]
        table = experiment_table(_experiment(points, [[0.5]] * 41))
        assert r"\usepackage{booktabs,longtable}" in table
        assert len(_rows(table)) == 41
        assert "\\midrule\n\\endhead\n" in table
        assert table.rstrip().endswith(r"\end{longtable}")


def test_comparison_has_every_item_and_how_the_others_differ() -> None:
    queue = find_metric("mean_queue_s")
    ratio = find_metric("throughput_ratio")
    rows = [
        (
            queue,
            [ComparedNumber(0.02, 0.018, 0.022), ComparedNumber(0.01, None, None)],
            [None, ComparedNumber(-0.01, -0.012, -0.008)],
        ),
        (
            ratio,
            [ComparedNumber(2.0, 1.9, 2.1), ComparedNumber(None, None, None)],
            [None, ComparedNumber(0.5, 0.4, 0.6, is_ratio=True)],
        ),
    ]
    table = comparison_table(["BBR & co", "FaiRTT"], 0, rows)
    assert r" & BBR \& co & FaiRTT & FaiRTT against BBR \& co \\" in table
    first, second = _rows(table)
    assert first[1:] == ["20 [18, 22]", "10", "$-$10 [$-$12, $-$8]"]
    assert second[1:] == ["2 [1.9, 2.1]", "--", r"$\times$ 0.5 [0.4, 0.6]"]
    assert first[0] == f"{queue.label} (ms)"
