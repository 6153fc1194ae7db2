"""Series in long form, and the ZIP."""

import csv
import io
import json
import sys
from array import array
from collections.abc import Iterable
from dataclasses import replace
from typing import Any
from zipfile import ZipFile

import numpy as np
import pyarrow.parquet
import pytest

from lab_model.exports.formats.archive import run_zip, zip_of
from lab_model.exports.formats.parquet import run_parquet
from lab_model.exports.long_form import COLUMNS, csv_parts, json_parts, rows
from lab_model.exports.names import RunFormat
from lab_model.exports.run import ExportedRun, SeriesPiece
from lab_model.exports.table import run_parts

NAN = float("nan")
HUGE_VERSION = 45 if sys.version_info >= (3, 11, 4) else 20
"""Pythons before do not name it (gh-103861)."""
PIECES = [
    SeriesPiece("flow", 0, 0, {"rtt_s": np.array([0.5, NAN, 0.25])}),
    SeriesPiece("link", 0, 256, {"queue_bytes": np.array([1e6]), "busy_ratio": np.array([NAN])}),
]


class _Unread:
    def refuse(self) -> Any:
        raise AssertionError("data were read")

    pieces = flow_pieces = timeline = packets = refuse


class _Series(_Unread):
    """Series and nothing else."""

    def __init__(self, given: Iterable[SeriesPiece]) -> None:
        self._given = given

    def pieces(self) -> Iterable[SeriesPiece]:
        return self._given


def test_csv_has_a_row_per_value_that_exists() -> None:
    assert "".join(csv_parts(PIECES, 0.1)).splitlines() == [
        "subject,index,metric,time_s,value",
        "flow,0,rtt_s,0.1,0.5",
        "flow,0,rtt_s,0.3,0.25",
        "link,0,queue_bytes,25.7,1000000.0",
    ]


@pytest.mark.parametrize("interval_s", [1e-3, 0.01, 0.1, 0.3, 1 / 3, 0.7, 12.345678901])
def test_times_are_those_that_numpy_rounds_to(interval_s: float) -> None:
    for first in (0, 255, 10**6):
        piece = SeriesPiece("flow", 0, first, {"rtt_s": np.zeros(3000)})
        times_s = [row[3] for row in rows(piece, interval_s)]
        assert times_s == np.round((first + 1 + np.arange(3000)) * interval_s, 9).tolist()


def test_values_of_a_plain_array_are_written_as_those_of_numpy() -> None:
    plain = [
        replace(
            piece,
            columns={name: array("d", values.tolist()) for name, values in piece.columns.items()},
        )
        for piece in PIECES
    ]
    assert list(csv_parts(plain, 0.1)) == list(csv_parts(PIECES, 0.1))


def test_json_has_the_same_rows() -> None:
    rows = json.loads("".join(json_parts(PIECES, 0.1)))
    lines = list(csv.reader(io.StringIO("".join(csv_parts(PIECES, 0.1)))))
    assert [[str(row[name]) for name in COLUMNS] for row in rows] == lines[1:]


@pytest.mark.parametrize("group_rows", [1, 100_000])
def test_parquet_has_the_same_rows(
    run: ExportedRun, group_rows: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lab_model.exports.formats.parquet._RUN_GROUP_ROWS", group_rows)
    file = pyarrow.parquet.ParquetFile(io.BytesIO(b"".join(run_parquet(run, _Series(PIECES)))))
    assert file.num_row_groups == (2 if group_rows == 1 else 1)
    assert file.read().to_pylist() == json.loads("".join(json_parts(PIECES, 0.1)))


def test_parquet_says_where_its_rows_come_from(run: ExportedRun) -> None:
    file = io.BytesIO(b"".join(run_parquet(run, _Series(PIECES))))
    found = {
        key.decode(): value.decode()
        for key, value in pyarrow.parquet.read_schema(file).metadata.items()
    }
    assert json.loads(found["scenario"]) == run.scenario
    assert (found["seed"], found["licence"]) == (str(run.seed), "Apache-2.0")
    for name in ("scenario_digest", "summary_digest", "series_digest", "core_version"):
        assert found[name] == run.result[name]
    assert "url" not in found


def test_parquet_names_the_address_of_the_lab_that_wrote_it(run: ExportedRun) -> None:
    mine = replace(run, program_url="https://mine.test")
    file = io.BytesIO(b"".join(run_parquet(mine, _Series(PIECES))))
    assert pyarrow.parquet.read_schema(file).metadata[b"url"] == b"https://mine.test"


def test_parquet_of_nothing_is_a_table_without_rows(run: ExportedRun) -> None:
    table = pyarrow.parquet.read_table(io.BytesIO(b"".join(run_parquet(run, _Series([])))))
    assert (table.num_rows, table.column_names) == (0, list(COLUMNS))


def test_json_of_nothing_is_an_empty_list() -> None:
    assert json.loads("".join(json_parts([], 0.1))) == []


def test_archive_is_whole_and_says_what_is_in_it(
    run: ExportedRun, pieces: list[SeriesPiece]
) -> None:
    data = b"".join(run_zip(run, _Series(pieces)))
    with ZipFile(io.BytesIO(data)) as archive:
        assert archive.testzip() is None
        names = archive.namelist()
        readme = archive.read("README.txt").decode()
        assert json.loads(archive.read("result.json")) == run.result
        assert json.loads(archive.read("scenario.json")) == run.scenario
        series = archive.read("series.csv").decode()
    assert all(f"\n{name} " in readme for name in names)
    assert all(run.result[f"{each}_digest"] in readme for each in ("summary", "series"))
    assert series == "".join(csv_parts(pieces, run.scenario["sample_interval_s"]))


def test_archive_has_the_same_bytes_each_time(run: ExportedRun, pieces: list[SeriesPiece]) -> None:
    parts = list(run_zip(run, _Series(pieces)))
    assert b"".join(parts) == b"".join(run_zip(run, _Series(pieces)))
    assert len(parts) > len(pieces) / 2, "it comes in parts, never whole"


def test_archive_is_sent_while_the_series_are_read(
    run: ExportedRun, pieces: list[SeriesPiece]
) -> None:
    unread = iter(pieces)
    parts = run_zip(run, _Series(unread))
    assert next(parts).startswith(b"PK")
    assert next(unread) is pieces[0], "texts are sent before any series is read"


@pytest.mark.parametrize(("most_bytes", "version"), [(100, 20), (1 << 40, HUGE_VERSION)])
def test_only_what_may_be_huge_takes_the_form_for_it(most_bytes: int, version: int) -> None:
    parts = zip_of([("a.txt", ["one, ", "two"], most_bytes)])
    with ZipFile(io.BytesIO(b"".join(parts))) as archive:
        assert archive.read("a.txt") == b"one, two"
        [entry] = archive.infolist()
    assert (entry.extract_version, entry.date_time) == (version, (1980, 1, 1, 0, 0, 0))


def test_archive_of_a_run_needs_no_program_for_huge_ones(
    run: ExportedRun, pieces: list[SeriesPiece]
) -> None:
    """The page reads such a directory only."""
    with ZipFile(io.BytesIO(b"".join(run_zip(run, _Series(pieces))))) as archive:
        assert {entry.extract_version for entry in archive.infolist()} == {20}


def test_texts_need_no_series(run: ExportedRun) -> None:
    texts: tuple[RunFormat, ...] = ("result", "bibtex", "methods", "ipynb")
    for wanted in texts:
        assert b"".join(run_parts(wanted, run, _Unread()))
