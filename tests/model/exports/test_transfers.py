"""Transfers as CSV."""

import csv
import io
from dataclasses import replace
from typing import Any, cast

from lab_model.exports.formats.transfers import transfers_csv
from lab_model.exports.run import ExportedRun, RunSource

Json = dict[str, Any]
NO_SOURCE = cast("RunSource", None)


def rows_of(run: ExportedRun) -> list[list[str]]:
    return list(csv.reader(io.StringIO("".join(transfers_csv(run, NO_SOURCE)))))


def test_each_transfer_is_a_row_with_its_flow_and_times() -> None:
    transfers = {
        "flow_index": [0, 1],
        "start_s": [0.5, 1.25],
        "size_bytes": [1000, 2_000_000],
        "completion_s": [0.0612, None],
        "acknowledged_s": [0.0812, None],
        "transfer_count": 2,
    }
    flows = [{"label": 'mice, "small"'}, {"label": ""}]
    run = ExportedRun("", {"name": ""}, 1, {"flows": flows, "transfers": transfers})
    assert rows_of(run) == [
        ["label", "flow_index", "start_s", "size_bytes", "completion_s", "acknowledged_s"],
        ['mice, "small"', "0", "0.5", "1000", "0.0612", "0.0812"],
        ["", "1", "1.25", "2000000", "", ""],
    ]
    without = replace(run, result={"flows": flows})
    assert len(rows_of(without)) == 1


def test_no_label_is_a_formula() -> None:
    transfers = {
        "flow_index": [0],
        "start_s": [0.5],
        "size_bytes": [1000],
        "completion_s": [0.0612],
        "acknowledged_s": [0.0812],
    }
    flows = [{"label": '=HYPERLINK("https://evil.example")'}]
    run = ExportedRun("", {"name": ""}, 1, {"flows": flows, "transfers": transfers})
    assert rows_of(run)[1][0] == '\'=HYPERLINK("https://evil.example")'
