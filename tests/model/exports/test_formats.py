"""Transfers as CSV."""

import csv
import io
from dataclasses import replace
from pathlib import Path
from typing import Any, cast, get_args

import pytest

from lab_model.exports import formats, table
from lab_model.exports.declaration import RunFile
from lab_model.exports.formats.transfers import transfers_csv
from lab_model.exports.listing import LISTINGS
from lab_model.exports.names import ExperimentFormat, RunFormat
from lab_model.exports.run import ExportedRun, RunSource
from lab_model.exports.table import EXPERIMENT_FILES, FORMATS, RUN_FILES

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


# Formats declare themselves; whatever offers files follows.


ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize(
    ("listing", "path"),
    [
        ("python", "backend/lab_model/exports/names.py"),
        ("typescript", "frontend/src/generated/exportFiles.ts"),
    ],
)
def test_what_is_generated_is_fresh(listing: str, path: str) -> None:
    assert (ROOT / path).read_text(encoding="utf-8") == LISTINGS[listing](), "run: ./lab generate"


def test_the_types_name_every_format() -> None:
    assert get_args(RunFormat) == tuple(RUN_FILES)
    assert get_args(ExperimentFormat) == tuple(EXPERIMENT_FILES)


def test_every_module_of_a_format_is_in_the_table_under_a_name_and_place_of_its_own() -> None:
    modules = [path.stem for path in Path(formats.__path__[0]).glob("[!_]*.py")]
    assert len(FORMATS) == len(modules)
    assert len({each.place for each in FORMATS.values()}) == len(FORMATS)
    for each in FORMATS.values():
        assert each.run is not None or each.experiment is not None


@pytest.mark.parametrize("name", FORMATS)
def test_the_pages_name_every_format(name: str) -> None:
    page = (ROOT / "docs/sharing.md").read_text(encoding="utf-8")
    assert f"`{name}`" in page


def test_small_parts_are_sent_together_and_large_ones_as_they_come(
    monkeypatch: pytest.MonkeyPatch, run: ExportedRun
) -> None:
    parts = ["a" * 40_000, "b" * 40_000, b"c" * 10, "d" * 70_000, "e"]
    file = RunFile(content="", write=lambda _run, _source: iter(parts))
    monkeypatch.setitem(table.RUN_FILES, "csv", file)
    found = list(table.run_parts("csv", run, None))  # type: ignore[arg-type]  # nothing reads it
    assert [len(part) for part in found] == [80_000, 70_010, 1]
    assert b"".join(found) == b"".join(p.encode() if isinstance(p, str) else p for p in parts)
