"""One run from claim to end, with the real core and the real database."""

from dataclasses import replace
from typing import Any
from uuid import UUID

import numpy as np
import pytest
from sqlalchemy import select, text
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session

from lab.context import Context
from lab.models import (
    CoreBuild,
    Result,
    Run,
    RunEvent,
    SeriesChunk,
)
from lab.runs import attempts, service
from lab.runs.schemas import RunRead
from lab.series import service as series_service
from lab.series.codec import decode
from lab.series.service import SeriesQuery
from lab_exec import Chunk, run_scenario
from lab_exec import run as run_module
from lab_model.results.overview import OverviewRead
from lab_model.results.schemas import ResultRead
from lab_model.scenarios import Scenario
from lab_worker.process import WorkerProcess
from lab_worker.runs import execute as execute_module
from lab_worker.runs import reporter
from lab_worker.runs.execute import execute
from tests.support.runs import count_rows
from tests.support.scenarios import scenario
from tests.worker.runs.support import LONG_S, create, read_run, series_of, timeline_of


def _beat_always(process: WorkerProcess) -> None:
    """At every callback, so that nothing waits for the clock."""
    settings = process.context.settings.model_copy(update={"heartbeat_interval_s": 1e-6})
    process.context = replace(process.context, settings=settings)


def _interrupt(
    monkeypatch: pytest.MonkeyPatch, context: Context, at_chunk: int, error: BaseException
) -> None:
    """The real simulation, broken off by an error when it has stored a chunk."""

    def broken(*arguments: Any, on_chunk: Any, **options: Any) -> Any:
        def take(chunk: Chunk) -> None:
            on_chunk(chunk)
            if chunk.chunk_index == at_chunk:
                raise error

        return run_scenario(*arguments, on_chunk=take, **options)

    monkeypatch.setattr(execute_module, "run_scenario", broken)


def _end_connections_of_workers(context: Context) -> None:
    with context.sessions() as session:
        session.execute(
            text(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE application_name LIKE 'lab-worker %'"
            )
        )


def _events(context: Context, run_id: UUID) -> list[RunEvent]:
    with context.sessions() as session:
        events = session.scalars(
            select(RunEvent).where(RunEvent.run_id == run_id).order_by(RunEvent.seq)
        )
        return list(events)


class TestDone:
    def test_result_is_what_the_core_returns(
        self, context: Context, process: WorkerProcess
    ) -> None:
        run_id = create(context, seed=5)
        execute(process, run_id)
        run = read_run(context, run_id)
        direct = run_scenario(Scenario.model_validate(scenario(LONG_S)), 5)
        assert run.status == "done"
        assert run.result == direct
        ResultRead.model_validate(run.result, strict=True)

    def test_digests_are_columns_as_well(self, context: Context, process: WorkerProcess) -> None:
        execute(process, create(context))
        with context.sessions() as session:
            result = session.scalars(select(Result)).one()
        assert result.document is not None
        assert result.series_digest == result.document["series_digest"]
        assert result.summary_digest == result.document["summary_digest"]

    def test_overview_is_stored_for_lists(self, context: Context, process: WorkerProcess) -> None:
        execute(process, create(context))
        with context.sessions() as session:
            result = session.scalars(select(Result)).one()
        assert result.document is not None
        overview = OverviewRead.model_validate(result.overview, strict=True)
        assert sum(group.throughput_bps for group in overview.groups) == pytest.approx(
            result.document["summary"]["throughput_bps"]
        )

    def test_stored_values_are_the_cores_bit_by_bit(
        self, context: Context, process: WorkerProcess
    ) -> None:
        chunks: list[Chunk] = []
        run_scenario(Scenario.model_validate(scenario(LONG_S)), 1, on_chunk=chunks.append)
        execute(process, create(context))
        with context.sessions() as session:
            rows = session.scalars(select(SeriesChunk)).all()
        stored = {
            (row.subject, row.subject_index, row.chunk_index, metric): payload
            for row in rows
            for metric, payload in zip(row.metrics, row.payloads, strict=True)
        }
        assert len(chunks) == 2
        for chunk in chunks:
            for series in chunk.subjects:
                for metric, values in series.columns.items():
                    payload = stored.pop((series.subject, series.index, chunk.chunk_index, metric))
                    assert decode(payload).tobytes() == values.astype("<f8").tobytes()
        assert stored == {}

    def test_series_are_complete_and_on_the_grid(
        self, context: Context, process: WorkerProcess
    ) -> None:
        run_id = create(context)
        execute(process, run_id)
        query = SeriesQuery(["throughput_bps"], ["flow"], 0, None, 1000)
        with context.sessions() as session:
            series = series_service.read(session, run_id, query)
        assert series.complete
        assert (series.sample_count, len(series.time_s)) == (400, 400)
        rates = [subject.columns["throughput_bps"].mean for subject in series.subjects]
        total = [a + b for a, b in zip(*rates, strict=True) if a is not None and b is not None]
        # The link carries 10 Mbit/s; within one sample a packet more or less may arrive.
        assert max(total) <= 1e7 + 8000 / 0.1
        assert np.mean(total[100:]) > 0.9e7

    def test_events_tell_the_story(
        self, context: Context, process: WorkerProcess, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(reporter, "STORE_INTERVAL_S", 0.0)
        run_id = create(context)
        execute(process, run_id)
        events = _events(context, run_id)
        assert [event.seq for event in events] == list(range(1, len(events) + 1))
        assert [event.kind for event in events][:3] == ["state", "state", "progress"]
        assert events[-1].kind == "end"
        assert (events[-1].status, events[-1].sample_count) == ("done", 400)
        counts = [event.sample_count for event in events]
        assert counts == sorted(counts)

    def test_chunks_that_come_quickly_are_stored_together(
        self, context: Context, process: WorkerProcess, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        stored = []
        copy = reporter.copy_chunks

        def note(session: Session, result_id: UUID, rows: list[Any]) -> None:
            stored.append(sorted({chunk_index for _kind, _index, chunk_index, *_rest in rows}))
            copy(session, result_id, rows)

        monkeypatch.setattr(reporter, "copy_chunks", note)
        monkeypatch.setattr(reporter, "STORE_INTERVAL_S", 3600.0)
        run_id = create(context)
        execute(process, run_id)
        assert stored == [[0, 1]]
        events = _events(context, run_id)
        assert [event.kind for event in events if event.kind != "progress"] == [
            *("state", "state", "end")
        ]
        assert series_of(context, run_id).sample_count == 400

    def test_worker_registers_its_core(self, context: Context, process: WorkerProcess) -> None:
        with context.sessions() as session:
            assert session.scalars(select(CoreBuild.core_version)).all() == [process.core.version]

    def test_second_delivery_changes_nothing(
        self, context: Context, process: WorkerProcess
    ) -> None:
        run_id = create(context)
        execute(process, run_id)
        before = read_run(context, run_id)
        execute(process, run_id)
        assert read_run(context, run_id) == before

    def test_a_run_may_end_with_its_last_chunk(
        self, context: Context, process: WorkerProcess
    ) -> None:
        run_id = create(context, scenario=scenario(25.6))
        execute(process, run_id)
        run = read_run(context, run_id)
        assert (run.status, run.progress.sample_count) == ("done", 256)
        assert {phase.end_s for phase in timeline_of(context, run_id).phases[-2:]} == {25.6}


class TestNotDone:
    def test_error_of_the_core_fails_the_run_at_once_and_keeps_what_was_computed(
        self, context: Context, process: WorkerProcess, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        run_id = create(context, seed=9)
        with monkeypatch.context() as patch:
            _interrupt(patch, context, 0, RuntimeError("a queue of negative length"))
            execute(process, run_id)
        run = read_run(context, run_id)
        assert (run.status, run.attempt, run.result) == ("failed", 1, None)
        assert run.error is not None
        assert run.error.code == "simulation_failed"
        assert "negative length" in run.error.message
        assert (run.error.seed, run.error.core_version) == (9, process.core.version)
        kept = series_of(context, run_id)
        assert (kept.complete, kept.sample_count, len(kept.time_s)) == (True, 256, 256)
        assert len(timeline_of(context, run_id).phases) > 0
        again = create(context, seed=9)
        execute(process, again)
        whole = series_of(context, again)
        for early, late in zip(kept.subjects, whole.subjects, strict=True):
            for metric, column in late.columns.items():
                assert early.columns[metric].mean == column.mean[:256]

    def test_cancel_is_heard_while_it_runs(
        self, context: Context, process: WorkerProcess, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(reporter, "STORE_INTERVAL_S", 0.0)
        run_id = create(context, scenario=scenario(3000.0))
        ended: list[RunRead] = []

        def cancelling(*arguments: Any, on_chunk: Any, **options: Any) -> Any:
            def take(chunk: Chunk) -> None:
                if chunk.chunk_index == 1:
                    with context.sessions.begin() as session:
                        ended.append(service.cancel(session, None, run_id))
                on_chunk(chunk)

            return run_scenario(*arguments, on_chunk=take, **options)

        monkeypatch.setattr(execute_module, "run_scenario", cancelling)
        execute(process, run_id)
        run = read_run(context, run_id)
        assert run.status == "cancelled"
        assert 25.6 <= run.progress.simulated_s < 3000
        assert [run] == ended, "nothing changes after the answer"
        assert series_of(context, run_id).sample_count == run.progress.sample_count >= 256

    def test_run_deleted_while_it_runs_leaves_nothing(
        self, context: Context, process: WorkerProcess, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        run_id = create(context)

        def deleting(*arguments: Any, on_chunk: Any, **options: Any) -> Any:
            def take(chunk: Chunk) -> None:
                on_chunk(chunk)
                if chunk.chunk_index == 0:
                    with context.sessions.begin() as session:
                        service.delete(session, None, run_id)

            return run_scenario(*arguments, on_chunk=take, **options)

        monkeypatch.setattr(execute_module, "run_scenario", deleting)
        execute(process, run_id)
        for table in (Run, Result, SeriesChunk, RunEvent):
            assert count_rows(context, table) == 0

    def test_worker_that_is_stopped_after_a_cancel_stops(
        self, context: Context, process: WorkerProcess, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        run_id = create(context)

        def stopping(*arguments: Any, on_chunk: Any, **options: Any) -> Any:
            def take(chunk: Chunk) -> None:
                with context.sessions.begin() as session:
                    service.cancel(session, None, run_id)
                raise SystemExit

            return run_scenario(*arguments, on_chunk=take, **options)

        monkeypatch.setattr(execute_module, "run_scenario", stopping)
        with pytest.raises(SystemExit):
            execute(process, run_id)
        assert read_run(context, run_id).status == "cancelled"

    def test_worker_that_is_stopped_gives_the_run_back_uncounted(
        self, context: Context, process: WorkerProcess, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        run_id = create(context)
        with monkeypatch.context() as patch:
            _interrupt(patch, context, 0, SystemExit())
            with pytest.raises(SystemExit):
                execute(process, run_id)
        waiting = read_run(context, run_id)
        assert (waiting.status, waiting.attempt) == ("queued", 0)
        assert context.job_queue.waiting_message_count("interactive") == 2
        execute(process, run_id)
        assert read_run(context, run_id).status == "done"
        assert count_rows(context, Result) == 1

    def test_database_that_goes_away_ends_the_attempt_and_not_the_run(
        self, context: Context, process: WorkerProcess, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        run_id = create(context)

        def cut_off(*arguments: Any, on_chunk: Any, **options: Any) -> Any:
            def take(chunk: Chunk) -> None:
                with process.context.sessions.begin() as session:
                    session.execute(text("SELECT 1"))
                    _end_connections_of_workers(context)
                    session.execute(text("SELECT 1"))

            return run_scenario(*arguments, on_chunk=take, **options)

        with monkeypatch.context() as patch:
            patch.setattr(execute_module, "run_scenario", cut_off)
            with pytest.raises(OperationalError):
                execute(process, run_id)
        assert read_run(context, run_id).status == "running"
        # The janitor finds it when the heartbeat is old; then it is computed again.
        with context.sessions.begin() as session:
            run = session.get(Run, run_id, with_for_update=True)
            assert run is not None
            attempts.queue_again(session, run, is_counted=True)
        execute(process, run_id)
        done = read_run(context, run_id)
        assert (done.status, done.attempt) == ("done", 2)
        assert count_rows(context, Result) == 1


def test_progress_never_runs_backwards(
    context: Context, process: WorkerProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run_module, "PROGRESS_EVERY_EVENTS", 1_000)
    _beat_always(process)
    run_id = create(context)
    execute(process, run_id)
    with context.sessions() as session:
        events = session.scalars(select(RunEvent).order_by(RunEvent.seq)).all()
    times_s = [event.simulated_s for event in events]
    assert times_s == sorted(times_s)
    assert len(set(times_s)) > 20


def test_attempts_after_a_dead_one_write_the_same_chunks(
    context: Context, process: WorkerProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_id = create(context, seed=3)
    with monkeypatch.context() as patch:
        _interrupt(patch, context, 0, SystemExit())
        with pytest.raises(SystemExit):
            execute(process, run_id)
    execute(process, run_id)
    retried = read_run(context, run_id)
    undisturbed = run_scenario(Scenario.model_validate(scenario(LONG_S)), 3)
    assert retried.result is not None
    assert retried.result["series_digest"] == undisturbed["series_digest"]
    with context.sessions() as session:
        rows = session.scalars(select(SeriesChunk)).all()
    assert len(rows) == 3 * 2, "two flows and a link, two chunks each"
