"""One run from claim to end, with the real core and the real database."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any
from uuid import UUID

import numpy as np
import pytest
from sqlalchemy import select, text
from sqlalchemy.exc import OperationalError

from lab.context import Context
from lab.models import (
    CoreBuild,
    Result,
    Run,
    RunEvent,
    SeriesChunk,
    SeriesTail,
    TimelineTail,
)
from lab.runs import attempts, service
from lab.runs.schemas import RunCreate, RunRead
from lab.series import service as series_service
from lab.series.repository import EncodedChunk
from lab.series.schemas import SeriesRead
from lab.series.service import SeriesQuery
from lab.timeline import service as timeline_service
from lab.timeline.schemas import TimelineRead
from lab_exec import Chunk, run_scenario
from lab_exec import run as run_module
from lab_model.results.overview import OverviewRead
from lab_model.results.schemas import ResultRead
from lab_model.scenarios import Scenario
from lab_model.series.codec import decode
from lab_worker.process import WorkerProcess
from lab_worker.runs import execute as execute_module
from lab_worker.runs import reporter as reporter_module
from lab_worker.runs.execute import execute
from tests.support.runs import count_rows
from tests.support.scenarios import scenario

LONG_S = 40.0
"""400 samples: a whole chunk and a part of one."""
ALL = SeriesQuery([], [], 0, None, 1000)


def _create(context: Context, **body: Any) -> UUID:
    wanted = RunCreate.model_validate({"scenario": scenario(LONG_S), **body})
    with context.sessions.begin() as session:
        return service.create(session, None, wanted).id


def _read(context: Context, run_id: UUID) -> RunRead:
    with context.sessions() as session:
        return service.read(session, run_id)


def _series(context: Context, run_id: UUID) -> SeriesRead:
    with context.sessions() as session:
        return series_service.read(session, run_id, ALL)


def _timeline(context: Context, run_id: UUID) -> TimelineRead:
    with context.sessions() as session:
        return timeline_service.read(session, run_id, 0, None)


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
                " WHERE application_name = 'lab-worker'"
            )
        )


class TestDone:
    def test_result_is_what_the_core_returns(
        self, context: Context, process: WorkerProcess
    ) -> None:
        run_id = _create(context, seed=5)
        execute(process, run_id)
        run = _read(context, run_id)
        direct = run_scenario(Scenario.model_validate(scenario(LONG_S)), 5)
        assert run.status == "done"
        assert run.result == direct
        ResultRead.model_validate(run.result, strict=True)

    def test_digests_are_columns_as_well(self, context: Context, process: WorkerProcess) -> None:
        execute(process, _create(context))
        with context.sessions() as session:
            result = session.scalars(select(Result)).one()
        assert result.document is not None
        assert result.series_digest == result.document["series_digest"]
        assert result.summary_digest == result.document["summary_digest"]

    def test_overview_is_stored_for_lists(self, context: Context, process: WorkerProcess) -> None:
        execute(process, _create(context))
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
        execute(process, _create(context))
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
        run_id = _create(context)
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

    def test_events_tell_the_story(self, context: Context, process: WorkerProcess) -> None:
        run_id = _create(context)
        execute(process, run_id)
        with context.sessions() as session:
            events = session.scalars(
                select(RunEvent).where(RunEvent.run_id == run_id).order_by(RunEvent.seq)
            ).all()
        assert [event.seq for event in events] == list(range(1, len(events) + 1))
        assert [event.kind for event in events][:3] == ["state", "state", "progress"]
        assert events[-1].kind == "end"
        assert (events[-1].status, events[-1].sample_count) == ("done", 400)
        counts = [event.sample_count for event in events]
        assert counts == sorted(counts)

    def test_worker_registers_its_core(self, context: Context, process: WorkerProcess) -> None:
        with context.sessions() as session:
            assert session.scalars(select(CoreBuild.core_version)).all() == [process.core.version]

    def test_second_delivery_changes_nothing(
        self, context: Context, process: WorkerProcess
    ) -> None:
        run_id = _create(context)
        execute(process, run_id)
        before = _read(context, run_id)
        execute(process, run_id)
        assert _read(context, run_id) == before

    def test_a_run_may_end_with_its_last_chunk(
        self, context: Context, process: WorkerProcess
    ) -> None:
        run_id = _create(context, scenario=scenario(25.6))
        execute(process, run_id)
        run = _read(context, run_id)
        assert (run.status, run.progress.sample_count) == ("done", 256)
        assert {phase.end_s for phase in _timeline(context, run_id).phases[-2:]} == {25.6}


class TestNotDone:
    def test_error_of_the_core_fails_the_run_at_once_and_keeps_what_was_computed(
        self, context: Context, process: WorkerProcess, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        run_id = _create(context, seed=9)
        with monkeypatch.context() as patch:
            _interrupt(patch, context, 0, RuntimeError("a queue of negative length"))
            execute(process, run_id)
        run = _read(context, run_id)
        assert (run.status, run.attempt, run.result) == ("failed", 1, None)
        assert run.error is not None
        assert run.error.code == "simulation_failed"
        assert "negative length" in run.error.message
        assert (run.error.seed, run.error.core_version) == (9, process.core.version)
        kept = _series(context, run_id)
        assert (kept.complete, kept.sample_count, len(kept.time_s)) == (True, 256, 256)
        assert len(_timeline(context, run_id).phases) > 0
        again = _create(context, seed=9)
        execute(process, again)
        whole = _series(context, again)
        for early, late in zip(kept.subjects, whole.subjects, strict=True):
            for metric, column in late.columns.items():
                assert early.columns[metric].mean == column.mean[:256]

    def test_cancel_is_heard_while_it_runs(
        self, context: Context, process: WorkerProcess, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        run_id = _create(context, scenario=scenario(3000.0))
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
        run = _read(context, run_id)
        assert run.status == "cancelled"
        assert 25.6 <= run.progress.simulated_s < 3000
        assert [run] == ended, "nothing changes after the answer"
        assert _series(context, run_id).sample_count == run.progress.sample_count >= 256

    def test_run_deleted_while_it_runs_leaves_nothing(
        self, context: Context, process: WorkerProcess, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        run_id = _create(context)

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
        run_id = _create(context)

        def stopping(*arguments: Any, on_chunk: Any, **options: Any) -> Any:
            def take(chunk: Chunk) -> None:
                with context.sessions.begin() as session:
                    service.cancel(session, None, run_id)
                raise SystemExit

            return run_scenario(*arguments, on_chunk=take, **options)

        monkeypatch.setattr(execute_module, "run_scenario", stopping)
        with pytest.raises(SystemExit):
            execute(process, run_id)
        assert _read(context, run_id).status == "cancelled"

    def test_worker_that_is_stopped_gives_the_run_back_uncounted(
        self, context: Context, process: WorkerProcess, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        run_id = _create(context)
        with monkeypatch.context() as patch:
            _interrupt(patch, context, 0, SystemExit())
            with pytest.raises(SystemExit):
                execute(process, run_id)
        waiting = _read(context, run_id)
        assert (waiting.status, waiting.attempt) == ("queued", 0)
        assert context.job_queue.waiting_message_count("interactive") == 2
        execute(process, run_id)
        assert _read(context, run_id).status == "done"
        assert count_rows(context, Result) == 1

    def test_database_that_goes_away_ends_the_attempt_and_not_the_run(
        self, context: Context, process: WorkerProcess, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        run_id = _create(context)

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
        assert _read(context, run_id).status == "running"
        # The janitor finds it when the heartbeat is old; then it is computed again.
        with context.sessions.begin() as session:
            run = session.get(Run, run_id, with_for_update=True)
            assert run is not None
            attempts.queue_again(session, run, is_counted=True)
        execute(process, run_id)
        done = _read(context, run_id)
        assert (done.status, done.attempt) == ("done", 2)
        assert count_rows(context, Result) == 1


class TestTails:
    """What a chunk has before it is full, by the clock on the wall."""

    @pytest.fixture(autouse=True)
    def _often(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(run_module, "PROGRESS_EVERY_EVENTS", 5_000)
        monkeypatch.setattr(reporter_module, "TAIL_INTERVAL_S", 0.0)
        monkeypatch.setattr(reporter_module, "TAIL_SHARE_OF_WORK", 1.0)

    def test_a_run_shorter_than_a_chunk_shows_curves_phases_and_events(
        self, context: Context, process: WorkerProcess, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        run_id = _create(context, scenario=scenario(20.0))
        seen: list[tuple[SeriesRead, TimelineRead]] = []

        def watched(*arguments: Any, on_progress: Any, **options: Any) -> Any:
            def look(simulated_s: float) -> None:
                seen.append((_series(context, run_id), _timeline(context, run_id)))
                on_progress(simulated_s)

            return run_scenario(*arguments, on_progress=look, **options)

        monkeypatch.setattr(execute_module, "run_scenario", watched)
        execute(process, run_id)
        counts = [series.sample_count for series, _timeline in seen]
        assert counts == sorted(counts)
        assert len(set(counts)) > 5
        whole, whole_timeline = _series(context, run_id), _timeline(context, run_id)
        series, timeline = seen[-1]
        assert not series.complete
        assert 100 < series.sample_count < 200
        assert [(one.subject, one.index) for one in series.subjects] == [
            ("flow", 0),
            ("flow", 1),
            ("link", 0),
        ]
        for early, late in zip(series.subjects, whole.subjects, strict=True):
            for metric, column in late.columns.items():
                assert early.columns[metric].mean == column.mean[: series.sample_count]
        assert timeline.events == whole_timeline.events[: len(timeline.events)]
        assert len(timeline.events) > 0
        # A phase that goes on is there up to now.
        assert {phase.flow_index for phase in timeline.phases} == {0, 1}
        for table in (SeriesTail, TimelineTail):
            assert count_rows(context, table) == 0

    def test_digests_and_stored_bytes_are_those_of_a_run_without(
        self, context: Context, process: WorkerProcess
    ) -> None:
        run_id = _create(context, seed=4)
        execute(process, run_id)
        assert _read(context, run_id).result == run_scenario(
            Scenario.model_validate(scenario(LONG_S)), 4
        )

    def test_a_cancelled_run_keeps_what_it_computed_and_is_no_stored_result(
        self, context: Context, process: WorkerProcess, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        run_id = _create(context)

        def cancelling(*arguments: Any, on_progress: Any, **options: Any) -> Any:
            def cancel(simulated_s: float) -> None:
                if simulated_s > 30:
                    with context.sessions.begin() as session:
                        service.cancel(session, None, run_id)
                on_progress(simulated_s)

            return run_scenario(*arguments, on_progress=cancel, **options)

        with monkeypatch.context() as patch:
            patch.setattr(execute_module, "run_scenario", cancelling)
            execute(process, run_id)
        run = _read(context, run_id)
        assert run.status == "cancelled"
        assert run.result is None
        assert 256 <= run.progress.sample_count < 400
        # Behind the last sample is only what was under way: two callbacks of the simulation.
        assert 0 <= run.progress.simulated_s - run.progress.sample_count * 0.1 < 5
        kept, timeline = _series(context, run_id), _timeline(context, run_id)
        assert (kept.sample_count, len(kept.time_s)) == (run.progress.sample_count,) * 2
        assert timeline.phases[-1].end_s <= run.progress.simulated_s + 1e-6

        again = _create(context)
        execute(process, again)
        done = _read(context, again)
        assert done.status == "done"
        whole = _series(context, again)
        for early, late in zip(kept.subjects, whole.subjects, strict=True):
            for metric, column in late.columns.items():
                assert early.columns[metric].mean == column.mean[: kept.sample_count]
        with context.sessions.begin() as session:
            service.delete(session, None, run_id)
        assert count_rows(context, Result) == 1
        assert count_rows(context, SeriesTail) == 0

    @pytest.mark.parametrize("cancelled_chunk", [0, 1])
    def test_a_large_chunk_is_stored_in_parts_and_read_from_its_tails_until_it_is_whole(
        self,
        context: Context,
        process: WorkerProcess,
        monkeypatch: pytest.MonkeyPatch,
        cancelled_chunk: int,
    ) -> None:
        run_id = _create(context)
        encode = reporter_module.encode
        seen: list[tuple[int, SeriesRead]] = []

        def watched(chunk: Chunk) -> Iterator[EncodedChunk]:
            for row in encode(chunk):
                if chunk.chunk_index == cancelled_chunk:
                    seen.append((count_rows(context, SeriesChunk), _series(context, run_id)))
                    if len(seen) == 3:
                        with context.sessions.begin() as session:
                            service.cancel(session, None, run_id)
                yield row

        with monkeypatch.context() as patch:
            patch.setattr(reporter_module, "encode", watched)
            # A transaction for each flow and link.
            patch.setattr(reporter_module, "VALUES_PER_TRANSACTION", 1)
            execute(process, run_id)
        stored = 3 * cancelled_chunk
        assert [count for count, _series in seen] == [stored, stored + 1, stored + 2]
        assert _read(context, run_id).status == "cancelled"
        assert count_rows(context, SeriesChunk) == stored, "no part of a chunk is left"
        kept = _series(context, run_id)
        assert kept.sample_count == seen[0][1].sample_count > 200
        again = _create(context)
        execute(process, again)
        whole = _series(context, again)
        for early in [*(series for _count, series in seen), kept]:
            for part, subject in zip(early.subjects, whole.subjects, strict=True):
                for metric, column in subject.columns.items():
                    assert part.columns[metric].mean == column.mean[: kept.sample_count]

    def test_a_run_whose_chunks_are_stored_in_parts_is_the_same(
        self, context: Context, process: WorkerProcess, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(reporter_module, "VALUES_PER_TRANSACTION", 1)
        run_id = _create(context, seed=4)
        execute(process, run_id)
        assert _read(context, run_id).result == run_scenario(
            Scenario.model_validate(scenario(LONG_S)), 4
        )
        assert (count_rows(context, SeriesChunk), count_rows(context, SeriesTail)) == (6, 0)

    def test_the_next_attempt_starts_without_the_tails_of_a_dead_one(
        self, context: Context, process: WorkerProcess, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        run_id = _create(context)

        def dying(*arguments: Any, on_progress: Any, **options: Any) -> Any:
            def die(simulated_s: float) -> None:
                if simulated_s > 20:
                    raise SystemExit
                on_progress(simulated_s)

            return run_scenario(*arguments, on_progress=die, **options)

        with monkeypatch.context() as patch:
            patch.setattr(execute_module, "run_scenario", dying)
            with pytest.raises(SystemExit):
                execute(process, run_id)
        assert count_rows(context, SeriesTail) > 0
        with context.sessions.begin() as session:
            claimed = attempts.claim(
                session, run_id, worker="another", core=process.core, max_attempts=3
            )
        assert claimed is not None
        assert count_rows(context, SeriesTail) == 0
        assert _series(context, run_id).sample_count == 0


def test_progress_never_runs_backwards(
    context: Context, process: WorkerProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run_module, "PROGRESS_EVERY_EVENTS", 5_000)
    _beat_always(process)
    run_id = _create(context)
    execute(process, run_id)
    with context.sessions() as session:
        events = session.scalars(select(RunEvent).order_by(RunEvent.seq)).all()
    times_s = [event.simulated_s for event in events]
    assert times_s == sorted(times_s)
    assert len(set(times_s)) > 20


def test_attempts_after_a_dead_one_write_the_same_chunks(
    context: Context, process: WorkerProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_id = _create(context, seed=3)
    with monkeypatch.context() as patch:
        _interrupt(patch, context, 0, SystemExit())
        with pytest.raises(SystemExit):
            execute(process, run_id)
    execute(process, run_id)
    retried = _read(context, run_id)
    undisturbed = run_scenario(Scenario.model_validate(scenario(LONG_S)), 3)
    assert retried.result is not None
    assert retried.result["series_digest"] == undisturbed["series_digest"]
    with context.sessions() as session:
        rows = session.scalars(select(SeriesChunk)).all()
    assert len(rows) == 3 * 2, "two flows and a link, two chunks each"
