"""What a chunk has before it is full, by the clock on the wall, and what stays of it."""

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from lab.context import Context
from lab.models import (
    Result,
    SeriesChunk,
    SeriesTail,
    TimelineTail,
)
from lab.runs import attempts, service
from lab.series.repository import EncodedChunk
from lab.series.schemas import SeriesRead, TimelineRead
from lab_exec import Chunk, run_scenario
from lab_exec import run as run_module
from lab_model.scenarios import Scenario
from lab_worker.process import WorkerProcess
from lab_worker.runs import execute as execute_module
from lab_worker.runs import reporter as reporter_module
from lab_worker.runs.execute import execute
from lab_worker.runs.reporter import TailPace
from tests.support.runs import count_rows
from tests.support.scenarios import scenario
from tests.worker.runs.support import LONG_S, create, read_run, series_of, timeline_of


class TestPace:
    """In seconds of a clock on the wall and of one that stands while others compute."""

    def test_the_first_tail_does_not_pay_for_what_a_process_prepares_once(self) -> None:
        wall_s, work_s = 0.0, 0.0
        pace = TailPace(0.3, lambda: wall_s, lambda: work_s)
        assert not pace.begins()
        wall_s = 0.3
        assert pace.begins()
        work_s = 0.01
        pace.has_encoded()
        work_s = 2.0
        pace.has_taken()
        wall_s, work_s = 0.6, 2.3
        assert not pace.begins()
        work_s = 2.4
        assert pace.begins()
        assert pace.taken_count == 1

    def test_the_first_tail_comes_sooner_than_the_others(self) -> None:
        wall_s = 0.0
        pace = TailPace(0.3, lambda: wall_s, lambda: wall_s / 100)
        wall_s = 0.01
        assert not pace.begins()
        wall_s = 0.03
        assert pace.begins()
        pace.has_encoded()
        pace.has_taken()
        wall_s = 0.3
        assert not pace.begins()
        wall_s = 0.4
        assert pace.begins()

    def test_who_wants_no_tails_gets_not_even_the_first(self) -> None:
        wall_s = 0.0
        pace = TailPace(math.inf, lambda: wall_s, lambda: 0.0)
        wall_s = 1e9
        assert not pace.begins()

    def test_a_dear_tail_is_followed_by_so_much_work_that_it_is_a_small_part_of_all(self) -> None:
        wall_s, work_s = 1.0, 0.0
        pace = TailPace(0.3, lambda: wall_s, lambda: work_s)
        for _tail in range(2):
            wall_s += 1.0
            assert pace.begins()
            work_s += 0.05
            pace.has_encoded()
            work_s += 0.05
            pace.has_taken()
            wall_s, work_s = wall_s + 100.0, work_s + 1.8
            assert not pace.begins(), "a machine that computes something else"
            work_s += 0.2
        assert pace.begins()


class TestTails:
    """What a chunk has before it is full, by the clock on the wall."""

    @pytest.fixture(autouse=True)
    def _often(self, process: WorkerProcess, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(run_module, "PROGRESS_EVERY_EVENTS", 1_000)
        settings = process.context.settings.model_copy(update={"tail_interval_s": 0.0})
        process.context = replace(process.context, settings=settings)
        monkeypatch.setattr(reporter_module, "TAIL_SHARE_OF_WORK", 1.0)

    def test_a_run_shorter_than_a_chunk_shows_curves_phases_and_events(
        self, context: Context, process: WorkerProcess, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        run_id = create(context, scenario=scenario(20.0))
        seen: list[tuple[SeriesRead, TimelineRead]] = []

        def watched(*arguments: Any, on_progress: Any, **options: Any) -> Any:
            def look(simulated_s: float) -> None:
                seen.append((series_of(context, run_id), timeline_of(context, run_id)))
                on_progress(simulated_s)

            return run_scenario(*arguments, on_progress=look, **options)

        monkeypatch.setattr(execute_module, "run_scenario", watched)
        execute(process, run_id)
        counts = [series.sample_count for series, _timeline in seen]
        assert counts == sorted(counts)
        assert len(set(counts)) > 5
        whole, whole_timeline = series_of(context, run_id), timeline_of(context, run_id)
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
        # An open phase is there up to now.
        assert {phase.flow_index for phase in timeline.phases} == {0, 1}
        for table in (SeriesTail, TimelineTail):
            assert count_rows(context, table) == 0

    def test_digests_and_stored_bytes_are_those_of_a_run_without(
        self, context: Context, process: WorkerProcess
    ) -> None:
        run_id = create(context, seed=4)
        execute(process, run_id)
        assert read_run(context, run_id).result == run_scenario(
            Scenario.model_validate(scenario(LONG_S)), 4
        )

    def test_a_cancelled_run_keeps_what_it_computed_and_is_no_stored_result(
        self, context: Context, process: WorkerProcess, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        run_id = create(context)

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
        run = read_run(context, run_id)
        assert run.status == "cancelled"
        assert run.result is None
        assert 256 <= run.progress.sample_count < 400
        # Behind the last sample is only what was under way: two callbacks of the simulation.
        assert 0 <= run.progress.simulated_s - run.progress.sample_count * 0.1 < 5
        kept, timeline = series_of(context, run_id), timeline_of(context, run_id)
        assert (kept.sample_count, len(kept.time_s)) == (run.progress.sample_count,) * 2
        assert timeline.phases[-1].end_s <= run.progress.simulated_s + 1e-6

        again = create(context)
        execute(process, again)
        done = read_run(context, again)
        assert done.status == "done"
        whole = series_of(context, again)
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
        run_id = create(context)
        encode = reporter_module.encode
        seen: list[tuple[int, SeriesRead]] = []

        def watched(chunk: Chunk) -> Iterator[EncodedChunk]:
            for row in encode(chunk):
                if chunk.chunk_index == cancelled_chunk:
                    seen.append((count_rows(context, SeriesChunk), series_of(context, run_id)))
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
        assert read_run(context, run_id).status == "cancelled"
        assert count_rows(context, SeriesChunk) == stored, "no part of a chunk is left"
        kept = series_of(context, run_id)
        assert kept.sample_count == seen[0][1].sample_count > 200
        again = create(context)
        execute(process, again)
        whole = series_of(context, again)
        for early in [*(series for _count, series in seen), kept]:
            for part, subject in zip(early.subjects, whole.subjects, strict=True):
                for metric, column in subject.columns.items():
                    assert part.columns[metric].mean == column.mean[: kept.sample_count]

    def test_while_a_chunk_is_stored_in_parts_all_of_it_is_said_to_be_simulated(
        self, context: Context, process: WorkerProcess, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        run_id = create(context)
        encode = reporter_module.encode
        reported: list[tuple[float, float, bool]] = []

        def watched(chunk: Chunk) -> Iterator[EncodedChunk]:
            rows = list(encode(chunk))
            for index, row in enumerate(rows):
                if index == len(rows) - 1:
                    run = read_run(context, run_id)
                    end = chunk.first_sample + chunk.sample_count
                    end_s = end * run.scenario["sample_interval_s"]
                    is_part = run.progress.sample_count < end
                    reported.append((run.progress.simulated_s, end_s, is_part))
                yield row

        with monkeypatch.context() as patch:
            patch.setattr(reporter_module, "encode", watched)
            patch.setattr(reporter_module, "VALUES_PER_TRANSACTION", 1)
            execute(process, run_id)
        assert reported
        for simulated_s, end_s, is_stored_in_part in reported:
            assert simulated_s > end_s - 1e-6
            assert is_stored_in_part

    def test_a_run_whose_chunks_are_stored_in_parts_is_the_same(
        self, context: Context, process: WorkerProcess, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(reporter_module, "VALUES_PER_TRANSACTION", 1)
        run_id = create(context, seed=4)
        execute(process, run_id)
        assert read_run(context, run_id).result == run_scenario(
            Scenario.model_validate(scenario(LONG_S)), 4
        )
        assert (count_rows(context, SeriesChunk), count_rows(context, SeriesTail)) == (6, 0)

    def test_the_next_attempt_starts_without_the_tails_of_a_dead_one(
        self, context: Context, process: WorkerProcess, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        run_id = create(context)

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
        assert series_of(context, run_id).sample_count == 0
