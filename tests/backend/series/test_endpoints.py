"""Series over HTTP: from stored chunks to buckets."""

import json
from typing import Any
from uuid import UUID

import httpx
import numpy as np
import pytest
from sqlalchemy import text
from sqlalchemy.exc import OperationalError

from lab.context import Context
from lab.error_handlers import _is_away
from lab.kit.database import DamagedValuesError
from lab.models import Run
from lab.runs import attempts
from lab.runs import service as runs
from lab.runs.schemas import RunCreate
from lab.series import service
from lab.series.codec import decode, encode
from lab.series.repository import (
    MOST_VALUES_AT_ONCE,
    EncodedChunk,
    Subject,
    copy_chunks,
    encode_chunk,
    read_columns,
)
from lab.series.schemas import SeriesRead
from lab.series.table import SeriesTable, SubjectTable
from lab_model.series.buckets import Buckets
from lab_model.series.values import Values
from tests.support.runs import claim_run, create_run
from tests.support.scenarios import scenario

CHUNK_SAMPLES = 4
FLOW_0, FLOW_1, LINK = Subject("flow", 0), Subject("flow", 1), Subject("link", 0)


def _rows(subject: Subject, columns: dict[str, Values]) -> list[EncodedChunk]:
    """Whole columns, cut into chunks."""
    total = len(next(iter(columns.values())))
    return [
        encode_chunk(
            subject,
            chunk_index=first // CHUNK_SAMPLES,
            first_sample=first,
            sample_count=min(CHUNK_SAMPLES, total - first),
            columns={name: values[first : first + 4] for name, values in columns.items()},
        )
        for first in range(0, total, CHUNK_SAMPLES)
    ]


@pytest.fixture
def run_id(context: Context) -> UUID:
    """A run at work, with ten of its samples of 0.1 s stored."""
    run = create_run(context)
    attempt = claim_run(context, run.id)
    count = np.arange(10.0)
    rate = np.array([1, 2, 3, 4, 5, 6, np.nan, np.nan, 9, 10.0])
    rows = (
        _rows(FLOW_0, {"throughput_bps": rate, "rtt_s": count / 100, "fairtt_alpha_s": -count})
        + _rows(FLOW_1, {"throughput_bps": 10 * rate, "rtt_s": count / 10})
        + _rows(LINK, {"queue_bytes": count * 1000})
    )
    with context.sessions.begin() as session:
        attempts.add_samples(session, attempt, sample_count=10, simulated_s=1.0, announce=False)
        copy_chunks(session, attempt.result_id, rows)
    return run.id


def _read(client: httpx.Client, run_id: UUID, **query: Any) -> Any:
    response = client.get(f"/api/runs/{run_id}/series", params=query)
    assert response.status_code == 200, response.text
    return response.json()


def test_every_sample_while_they_fit(client: httpx.Client, run_id: UUID) -> None:
    series = _read(client, run_id, metrics="throughput_bps", subjects="flow:0")
    assert series == {
        "run_id": str(run_id),
        "sample_interval_s": 0.1,
        "sample_count": 10,
        "complete": False,
        "from_s": 0,
        "to_s": 1,
        "bucket_samples": 1,
        "time_s": [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0],
        "subjects": [
            {
                "subject": "flow",
                "index": 0,
                "columns": {"throughput_bps": {"mean": [1, 2, 3, 4, 5, 6, None, None, 9, 10]}},
            }
        ],
    }


def test_buckets_across_chunks_on_one_grid(client: httpx.Client, run_id: UUID) -> None:
    query = {"metrics": ["throughput_bps", "queue_bytes"], "points": 4}
    series = _read(client, run_id, **query)
    assert (series["bucket_samples"], series["time_s"]) == (3, [0.3, 0.6, 0.9, 1.0])
    by_subject = {(s["subject"], s["index"]): s["columns"] for s in series["subjects"]}
    assert by_subject["flow", 0]["throughput_bps"] == {
        "mean": [2, 5, 9, 10],
        "min": [1, 4, 9, 10],
        "max": [3, 6, 9, 10],
    }
    assert by_subject["flow", 1]["throughput_bps"]["mean"] == [20, 50, 90, 100]
    assert by_subject["link", 0] == {
        "queue_bytes": {
            "mean": [1000, 4000, 7000, 9000],
            "min": [0, 3000, 6000, 9000],
            "max": [2000, 5000, 8000, 9000],
        }
    }


def test_bucket_without_any_value_is_null(client: httpx.Client, run_id: UUID) -> None:
    series = _read(
        client, run_id, metrics="throughput_bps", subjects="flow:0", points=2, from_s=0.6, to_s=1
    )
    assert series["bucket_samples"] == 2
    assert series["subjects"][0]["columns"]["throughput_bps"] == {
        "mean": [None, 9.5],
        "min": [None, 9],
        "max": [None, 10],
    }


def test_range_reads_only_what_touches_it(client: httpx.Client, run_id: UUID) -> None:
    series = _read(client, run_id, metrics="rtt_s", subjects="flow:1", from_s=0.35, to_s=0.5)
    assert (series["from_s"], series["to_s"], series["time_s"]) == (0.3, 0.5, [0.4, 0.5])
    assert series["subjects"][0]["columns"]["rtt_s"]["mean"] == [0.3, 0.4]


def test_metric_that_a_subject_does_not_have_is_left_out(
    client: httpx.Client, run_id: UUID
) -> None:
    series = _read(client, run_id, metrics="fairtt_alpha_s")
    columns = {(s["subject"], s["index"]): list(s["columns"]) for s in series["subjects"]}
    assert columns == {
        ("flow", 0): ["fairtt_alpha_s"],
        ("flow", 1): [],
        ("link", 0): [],
    }


def test_nothing_said_means_everything(client: httpx.Client, run_id: UUID) -> None:
    series = _read(client, run_id)
    assert {name for s in series["subjects"] for name in s["columns"]} == {
        "throughput_bps",
        "rtt_s",
        "fairtt_alpha_s",
        "queue_bytes",
    }
    flows = _read(client, run_id, subjects="flow")
    assert [(s["subject"], s["index"]) for s in flows["subjects"]] == [("flow", 0), ("flow", 1)]


def test_run_that_has_not_begun_has_no_samples(client: httpx.Client, context: Context) -> None:
    series = _read(client, create_run(context).id)
    assert (series["sample_count"], series["time_s"], series["subjects"]) == (0, [], [])


@pytest.mark.parametrize("subject", ["node", "flow:-1", "flow:x", "flow:", "link:1e3"])
def test_malformed_subject_is_named(client: httpx.Client, run_id: UUID, subject: str) -> None:
    response = client.get(f"/api/runs/{run_id}/series", params={"subjects": subject})
    assert response.status_code == 422
    [item] = response.json()["errors"]
    assert (item["path"], item["value"]) == ("subjects", subject)


def test_samples_of_an_attempt_that_died_are_gone(
    client: httpx.Client, context: Context, run_id: UUID
) -> None:

    with context.sessions.begin() as session:
        run = session.get(Run, run_id, with_for_update=True)
        assert run is not None
        attempts.queue_again(session, run, is_counted=True)
    claim_run(context, run_id, worker="second")
    assert _read(client, run_id)["sample_count"] == 0


@pytest.mark.parametrize("sample_count", [10, MOST_VALUES_AT_ONCE])
def test_database_that_goes_away_raises_as_in_every_other_statement(
    context: Context, run_id: UUID, sample_count: int
) -> None:
    with context.sessions() as session, context.sessions() as other:
        result_id = runs.require(session, run_id).result_id
        assert result_id is not None
        backend = session.scalar(text("SELECT pg_backend_pid()"))
        other.execute(text("SELECT pg_terminate_backend(:pid, 5000)"), {"pid": backend})
        columns = read_columns(
            session, result_id, [FLOW_0, FLOW_1], ["rtt_s"], first_sample=0, end_sample=sample_count
        )
        with pytest.raises(OperationalError) as caught:
            list(columns)
        session.invalidate()
    assert _is_away(caught.value)


def test_many_values_are_read_part_by_part(context: Context, run_id: UUID) -> None:
    with context.sessions() as session:
        result_id = runs.require(session, run_id).result_id
        assert result_id is not None
        wanted = [FLOW_0, FLOW_1], ["absent", "rtt_s"]
        few, many = (
            list(read_columns(session, result_id, *wanted, first_sample=0, end_sample=end))
            for end in (10, MOST_VALUES_AT_ONCE)
        )
    assert [(item.subject, item.first_sample) for item in many] == [
        (subject, first) for subject in (FLOW_0, FLOW_1) for first in (0, 4, 8)
    ]
    for one, other in zip(few, many, strict=True):
        assert (one.subject, one.metric, one.first_sample) == (
            other.subject,
            other.metric,
            other.first_sample,
        )
        assert one.values.tolist() == other.values.tolist()


def test_answer_that_would_be_too_large_says_what_to_ask_for(
    client: httpx.Client, run_id: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "MAX_VALUES_ANSWERED", 59)
    response = client.get(f"/api/runs/{run_id}/series")
    assert response.status_code == 422
    [item] = response.json()["errors"]
    # Three columns of one flow, two of the other, one of the link; ten samples each.
    assert (item["path"], item["value"], item["bound"]) == ("metrics", 6, 59)
    assert "60 buckets" in item["message"]
    assert _read(client, run_id, points=9)["bucket_samples"] == 2


class TestGroups:
    """Aggregates agree with what the flows' own series say."""

    @pytest.fixture
    def group_run_id(self, context: Context) -> UUID:
        """Two groups, of three flows and of one; the third flow has no value for a while."""
        wanted = scenario(10.0)
        wanted["flows"] = [{**wanted["flows"][0], "count": 3}, {**wanted["flows"][1], "count": 1}]
        with context.sessions.begin() as session:
            body = RunCreate.model_validate({"scenario": wanted, "seed": 1})
            run = runs.create(session, None, body)
        attempt = claim_run(context, run.id)
        steps = np.arange(10.0)
        late = np.where(steps < 5, np.nan, 7 * steps)
        values = [steps, 10 + 3 * steps, late, 100 - steps]
        rows = [
            row
            for index, rate in enumerate(values)
            for row in _rows(Subject("flow", index), {"throughput_bps": rate, "rtt_s": rate / 100})
        ]
        with context.sessions.begin() as session:
            attempts.add_samples(session, attempt, sample_count=10, simulated_s=1.0, announce=False)
            copy_chunks(session, attempt.result_id, rows)
        return run.id

    @pytest.mark.parametrize("points", [10, 4, 1])
    def test_mean_lowest_and_highest_flow_of_each_bucket(
        self, client: httpx.Client, group_run_id: UUID, points: int
    ) -> None:
        query = {"metrics": "throughput_bps", "points": points}
        flows = _read(client, group_run_id, subjects="flow", **query)["subjects"]
        groups = _read(client, group_run_id, subjects="group", **query)["subjects"]
        assert [(group["subject"], group["index"]) for group in groups] == [
            ("group", 0),
            ("group", 1),
        ]
        for group, members in zip(groups, [flows[:3], flows[3:]], strict=True):
            means = np.array(
                [flow["columns"]["throughput_bps"]["mean"] for flow in members], dtype=float
            )
            column = group["columns"]["throughput_bps"]
            assert column["mean"] == pytest.approx(np.nanmean(means, axis=0))
            assert column["min"] == np.nanmin(means, axis=0).tolist()
            assert column["max"] == np.nanmax(means, axis=0).tolist()
            for name, percent in (("p10", 10), ("p90", 90)):
                assert column[name] == pytest.approx(np.nanpercentile(means, percent, axis=0))
        assert all("p10" not in flow["columns"]["throughput_bps"] for flow in flows)

    def test_one_group_comes_with_the_flows_and_links_asked_for(
        self, client: httpx.Client, group_run_id: UUID
    ) -> None:
        series = _read(
            client, group_run_id, subjects=["group:0", "flow:3", "group:9"], metrics="rtt_s"
        )
        found = [(subject["subject"], subject["index"]) for subject in series["subjects"]]
        assert found == [("flow", 3), ("group", 0)]
        assert list(series["subjects"][1]["columns"]) == ["rtt_s"]

    def test_bucket_in_which_no_flow_has_a_value_is_null(
        self, client: httpx.Client, context: Context
    ) -> None:
        run = create_run(context)
        attempt = claim_run(context, run.id)
        empty = np.array([np.nan, 2.0])
        with context.sessions.begin() as session:
            attempts.add_samples(session, attempt, sample_count=2, simulated_s=0.2, announce=False)
            copy_chunks(session, attempt.result_id, _rows(FLOW_0, {"rtt_s": empty}))
        series = _read(client, run.id, subjects="group:0")
        assert series["subjects"][0]["columns"]["rtt_s"] == {
            "mean": [None, 2],
            "min": [None, 2],
            "max": [None, 2],
            "p10": [None, 2],
            "p90": [None, 2],
        }


# Values come back bit by bit.


def test_a_changed_byte_gives_no_values() -> None:
    payload = bytearray(encode(np.arange(100.0)))
    payload[len(payload) // 2] ^= 1
    with pytest.raises(DamagedValuesError):
        decode(bytes(payload))


def test_values_survive_bit_by_bit() -> None:
    values = np.array([0.1, -0.0, np.nan, np.inf, 5e-324, 1.7976931348623157e308])
    assert decode(encode(values)).tobytes() == values.astype("<f8").tobytes()


def test_column_of_a_wider_array_is_stored_alone() -> None:
    table = np.arange(12.0).reshape(4, 3)
    assert decode(encode(table[:, 1])).tolist() == [1.0, 4.0, 7.0, 10.0]


def test_constant_series_takes_little_room() -> None:
    assert len(encode(np.full(256, 12.5))) < 64


# Tables of numbers leave as the model says, whether they are sent or read here.


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
