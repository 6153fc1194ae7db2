"""The table of `./lab drill` comes from pytest's report."""

from pathlib import Path

import pytest

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
