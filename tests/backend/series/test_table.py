"""Tables of numbers leave as the model says, whether they are sent or read here."""

import json
from uuid import UUID

import numpy as np

from lab.series.schemas import SeriesRead
from lab.series.table import SeriesTable, SubjectTable
from lab_model.series.buckets import Buckets

NAN = np.nan


def table(*subjects: SubjectTable) -> SeriesTable:
    return SeriesTable(
        run_id=UUID(int=7),
        sample_interval_s=0.1,
        sample_count=3,
        complete=True,
        from_s=0.0,
        to_s=0.3,
        bucket_samples=1,
        time_s=[0.1, 0.2, 0.3],
        subjects=list(subjects),
    )


def subject(*, is_mean: bool) -> SubjectTable:
    rows = np.array([[1.0, NAN, 1 / 3], [1e-300, 1.7e308, -0.0]])
    return SubjectTable.of(
        "flow", 4, ["rtt_s", "cwnd_bytes"], Buckets(rows, rows - 1, rows + 1), is_mean=is_mean
    )


def test_what_is_sent_is_the_model() -> None:
    empty = SubjectTable("link", 0, [], np.empty((0, 0)), None)
    for each in (table(subject(is_mean=True), empty), table(subject(is_mean=False)), table()):
        sent = each.to_json().content
        assert SeriesRead.model_validate_json(sent) == each.to_read()
        assert json.loads(sent) == each.to_read().model_dump(mode="json", exclude_none=True)


def test_no_value_is_null_and_extremes_are_there_if_a_bucket_has_several() -> None:
    [sent] = json.loads(table(subject(is_mean=True)).to_json().content)["subjects"]
    assert sent["columns"]["rtt_s"] == {
        "mean": [1.0, None, 1 / 3],
        "min": [0.0, None, 1 / 3 - 1],
        "max": [2.0, None, 1 / 3 + 1],
    }
    [sent] = json.loads(table(subject(is_mean=False)).to_json().content)["subjects"]
    assert sent["columns"]["rtt_s"] == {"mean": [1.0, None, 1 / 3]}


def test_the_run_comes_first_as_kept_answers_need_it() -> None:
    head = f'{{"run_id":"{UUID(int=7)}"'.encode()
    assert table().to_json().content.startswith(head)
