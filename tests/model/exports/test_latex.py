"""Tables for papers: the numbers are those of the run or of the experiment, and TeX takes them."""

import csv
import io
import math
import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest
from numpy.typing import NDArray

from lab_model.experiments import find_metric, read_experiment
from lab_model.experiments.unit_rows import FailedRow, UnitRow
from lab_model.exports.estimates import estimates_csv
from lab_model.exports.experiment import ExportedExperiment
from lab_model.exports.formats.estimates import experiment_estimates
from lab_model.exports.formats.latex import (
    ComparedNumber,
    comparison_table,
    run_table,
)
from lab_model.exports.latex_experiments import experiment_tables, means_table
from lab_model.exports.run import ExportedRun
from tests.model.experiments.examples import experiment
from tests.model.exports.conftest import SCENARIO
from tests.support.axes import axis

NAN = math.nan


def _rows(table: str) -> list[list[str]]:
    """The cells of the rows between the rules, without the heading."""
    start = r"\endhead" if r"\endhead" in table else r"\midrule"
    body = table.split(start)[1].split(r"\bottomrule", maxsplit=1)[0]
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

    def test_each_of_several_links_has_its_own_numbers(self, run: ExportedRun) -> None:
        summary = run.result["summary"]
        links = [
            {"id": "bottleneck", "summary": {**summary, "utilisation_ratio": 0.25}},
            {"id": "narrow", "summary": {**summary, "utilisation_ratio": 0.99}},
        ]
        [flow, *_] = run.result["flows"]
        result = {**run.result, "links": links, "flows": [flow]}
        table = run_table(replace(run, result=result))
        assert "bottleneck: 25 " in table
        assert "; narrow: 99 " in table
        assert "Link:" not in table
        assert "Jain" not in table

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
        unknown = np.full(np.shape(self.numbers["utilisation_ratio"]), NAN)
        return [np.array(self.numbers.get(name, unknown)) for name in names]


_NAMES = (
    *("utilisation_ratio", "jain_index", "throughput_ratio"),
    *("mean_queue_s", "retransmit_ratio"),
)


def _experiment(axes: Sequence[dict[str, Any]], numbers: list[list[float]]) -> ExportedExperiment:
    definition = experiment(*axes, base=SCENARIO, replications={"count": len(numbers[0])})
    return ExportedExperiment(
        name="",
        expansion=read_experiment(definition),
        core_version="0.1.0+x",
        behaviour_version=1,
        source=_Given(dict.fromkeys(_NAMES, numbers)),
    )


def _rtts(*values: float) -> dict[str, Any]:
    return axis("flows.0.rtt_s", list(values), label="RTT & more")


class TestMeans:
    def test_every_setting_has_seeds_and_means_with_student_s_intervals(self) -> None:
        # Mean 0.52, standard error 0.02 / sqrt(3), t of 2 degrees of freedom 4.3027.
        numbers = [[0.50, 0.52, 0.54], [0.25, NAN, NAN]]
        table = means_table(_experiment([_rtts(0.06, 0.08)], numbers))
        first, second = _rows(table)
        assert first[:5] == ["60 ms", "3", "52.0", "47.0", "57.0"]
        assert second[:5] == ["80 ms", "1", "25.0", "--", "--"]
        assert r"RTT \& more & n & \multicolumn{3}{c}{Link busy (\%)}" in table
        assert table.count(r"r@{\,[}r@{,\,}r@{]") == 5
        assert r"\label{tab:" in table
        assert "means over n seeds" in table

    def test_numbers_of_a_column_have_equally_many_decimals(self) -> None:
        numbers = [[0.00123, 0.00125, 0.00127], [0.5, 0.52, 0.54]]
        first, second = _rows(means_table(_experiment([_rtts(0.06, 0.08)], numbers)))
        for one, other in zip(first[2:], second[2:], strict=True):
            decimals = {len(text.partition(".")[2]) for text in (one, other)}
            assert len(decimals) == 1

    def test_a_clipped_interval_has_a_dagger_that_the_caption_explains(self) -> None:
        table = means_table(_experiment([_rtts(0.06)], [[0.90, 0.99, 1.0]]))
        [row] = _rows(table)
        assert row[5].startswith(r"$^\dagger$")  # Jain's index ends at 1
        assert float(row[7]) == 1
        assert "Daggers: the interval was clipped" in table

    def test_cells_whose_seeds_hardly_differ_are_marked_in_every_file(self) -> None:
        given = _experiment([_rtts(0.06, 0.08)], [[0.5, 0.51, 0.52]] * 2)
        gets = {f"group_{index}_throughput_bps": [[5e6] * 3, [4e6, 5e6, 6e6]] for index in (0, 1)}
        numbers = _Given({**dict.fromkeys(_NAMES, [[0.5, 0.51, 0.52]] * 2), **gets})
        given = replace(given, source=numbers)
        table = means_table(given)
        assert [row[1] for row in _rows(table)] == [r"$^\ddagger$3", "3"]
        assert "Double daggers: the seeds hardly differ here" in table
        lines = list(csv.DictReader("".join(estimates_csv(given)).splitlines()))
        marks = {(line["cell_index"], line["seeds_hardly_differ"]) for line in lines}
        assert marks == {("0", "True"), ("1", "False")}
        stored = pq.read_table(io.BytesIO(b"".join(experiment_estimates(given))))
        assert set(stored["seeds_hardly_differ"].to_pylist()) == {True, False}

    def test_what_was_not_computed_is_a_dash(self) -> None:
        [row] = _rows(means_table(_experiment([_rtts(0.06)], [[NAN, NAN]])))
        assert row == ["60 ms", "0", *["--"] * 15]

    def test_what_fits_no_page_goes_over_several(self) -> None:
        points = [round(0.03 + index / 1000, 3) for index in range(41)]
        table = means_table(_experiment([_rtts(*points)], [[0.5]] * 41))
        assert r"\usepackage{booktabs,longtable}" in table
        assert len(_rows(table)) == 41
        assert "\\midrule\n\\endhead\n" in table
        assert "\\end{longtable}" in table


class TestDifferences:
    def test_change_adjusted_p_and_verdict_are_those_of_the_page(self) -> None:
        arms = {
            **axis("flows.0.algorithm", [{"name": "bbr2"}, {"name": "fairtt"}]),
            "role": "arm",
        }
        numbers = [[0.50, 0.52, 0.54, 0.5], [0.60, 0.625, 0.65, 0.59]]
        means, differences = experiment_tables(_experiment([arms], numbers))
        assert len(_rows(means)) == 2
        rows = _rows(differences)
        block, row = rows[0], rows[1]
        assert block == [r"\multicolumn{7}{l}{\emph{Link busy, difference (percentage points)}}"]
        # Differences 10, 10.5, 11 and 9 points: mean 10.125, s / sqrt(4) = 0.427, t = 3.182.
        assert row == ["FaiRTT", "4", "+10.1", "+8.8", "+11.5", r"$<$\,0.001", "better"]
        titles = [text[0] for text in rows if len(text) == 1]
        assert any("Distance of Throughput ratio from fair, times" in text for text in titles)
        assert "adjusted by Benjamini-Hochberg" in differences
        assert "change against BBRv2" in differences

    def test_without_arms_there_is_one_table(self) -> None:
        assert len(list(experiment_tables(_experiment([_rtts(0.06)], [[0.5, 0.6]])))) == 1


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
    assert r" & BBR \& co & FaiRTT & \shortstack[r]{FaiRTT against\\BBR \& co} \\" in table
    first, second = _rows(table)
    assert first[1:] == ["20 [18, 22]", "10", "$-$10 [$-$12, $-$8]"]
    assert second[1:] == ["2 [1.9, 2.1]", "--", r"$\times$ 0.5 [0.4, 0.6]"]
    assert first[0] == f"{queue.label} (ms)"


# Empty where it is not installed, and only there.
PDFLATEX = [path for path in [shutil.which("pdflatex")] if path is not None]


@pytest.mark.parametrize("pdflatex", PDFLATEX)
def test_latex_takes_every_table(run: ExportedRun, tmp_path: Path, pdflatex: str) -> None:
    arms = {**axis("flows.0.algorithm", [{"name": "bbr2"}, {"name": "fairtt"}]), "role": "arm"}
    compared = [(find_metric("mean_queue_s"), [ComparedNumber(0.02, 0.018, 0.022)] * 2, [None] * 2)]
    points = [round(0.03 + index / 1000, 3) for index in range(41)]
    # Clipped at the end of Jain's index, and without an interval.
    clipped = _experiment([_rtts(0.06, 0.07)], [[0.90, 0.99, 1.0], [NAN, NAN, 0.5]])
    long = _experiment([_rtts(*points)], [[0.5]] * 41)
    tables = [
        run_table(replace(run, name="50 % & more_")),
        *experiment_tables(_experiment([arms], [[0.50, 0.52, 0.54], [0.60, 0.625, NAN]])),
        means_table(replace(clipped, name="Clipped")),
        means_table(replace(long, name="Long")),
        comparison_table(["BBR & co", "FaiRTT"], 0, compared),
    ]
    packages = sorted(
        {name for table in tables for name in re.findall(r"\\usepackage{(.+)}", table)}
    )
    head = "".join(rf"\usepackage{{{names}}}" + "\n" for names in packages)
    body = "\n\n".join(tables)
    page = rf"\documentclass{{article}}{head}\begin{{document}}{body}\end{{document}}"
    (tmp_path / "tables.tex").write_text(page, encoding="utf-8")
    # Twice: a long table takes its widths from the first.
    command = [pdflatex, "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape"]
    for _turn in range(2):
        made = subprocess.run(
            [*command, "tables.tex"], cwd=tmp_path, capture_output=True, text=True, check=False
        )
        assert made.returncode == 0, made.stdout[-2000:]
    assert (tmp_path / "tables.pdf").read_bytes().startswith(b"%PDF")
    assert "multiply defined" not in made.stdout
    assert "Missing character" not in made.stdout
    assert "Overfull" not in made.stdout
