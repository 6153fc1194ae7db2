"""The table of `./lab drill` comes from pytest's report."""

from pathlib import Path

import pytest

from tests.faults import draw_memory
from tests.faults.lab_memory import MemorySample, write_samples
from tools.cli import main
from tools.commands.drill import print_table, read_rows

REPORT = """<testsuites><testsuite name="pytest">
<testcase name="test_killed_api_does_not_disturb_a_run" time="12.5"><properties>
<property name="attempt" value="1"/><property name="series_digest" value="0123456789abcdef"/>
</properties></testcase>
<testcase name="test_killed_postgres_costs_no_result" time="3.25"><failure message="x"/></testcase>
</testsuite></testsuites>
"""


def test_report_becomes_a_row_for_each_killed_part(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "report.xml"
    path.write_text(REPORT, encoding="utf-8")
    rows = read_rows(path)
    assert [row["verdict"] for row in rows] == ["pass", "FAILED"]
    assert rows[0]["attempts"] == ["1"]
    assert rows[1]["duration_s"] == 3.25
    print_table(rows)
    lines = capsys.readouterr().out.splitlines()[1:]
    assert lines[1].startswith("killed api does not disturb a run")
    assert "01234567 " in lines[1]
    assert "FAILED" in lines[2]


def test_memory_needs_viewers_and_a_csv(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (["--memory", "a.csv"], ["--viewers", "--memory", "a.svg"]):
        assert main(["drill", *arguments]) == 2
        assert "--viewers, and a name that ends in .csv" in capsys.readouterr().err


def test_memory_over_time_becomes_a_picture(tmp_path: Path) -> None:
    samples = [
        MemorySample(5.0 * each, 6_000 * each, 300.0 + each, 200.0, 100.0) for each in (0, 1, 2)
    ]
    write_samples(samples, tmp_path / "memory.csv")
    draw_memory.main(tmp_path / "memory.csv", tmp_path / "memory.svg")
    drawn = (tmp_path / "memory.svg").read_text(encoding="utf-8")
    assert "API, 302 MB at the end" in drawn
    assert "10,000 requests" in drawn
