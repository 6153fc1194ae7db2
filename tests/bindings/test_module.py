"""The Python module: thin, zero-copy, free of the lock, faithful to callbacks."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import ccsim
import numpy as np
import pytest

ROOT = Path(__file__).parents[2]
NEVER = 10**15


def scenario(duration_s: float = 30.0, **changes: Any) -> ccsim.Scenario:
    loss = ccsim.Loss(
        model=None,
        position=ccsim.LossPosition.AFTER_QUEUE,
        direction=ccsim.LossDirection.DATA,
    )
    group: dict[str, Any] = {
        "count": 1,
        "rtt_s": 0.04,
        "start_s": 0,
        "stop_s": None,
        "algorithm": "newreno",
        "parameters": {},
        "traffic": ccsim.Component("bulk", {}),
        "ecn": None,
        "receiver": ccsim.Receiver(
            ack_every_packets=2,
            ack_timeout_s=0.04,
            window_bytes=None,
            ack_aggregation_s=0,
            quick_ack_packets=16,
            acks_pushed=True,
        ),
        "path": [0],
        "return_path": [],
    }
    return ccsim.Scenario(
        duration_s=duration_s,
        warmup_s=0,
        sample_interval_s=0.1,
        packet_bytes=1500,
        header_bytes=52,
        start_jitter_s=0,
        bottleneck=ccsim.Bottleneck(
            rate_bps=10_000_000,
            delay_s=0.01,
            buffer_bytes=48_000,
            queue=ccsim.Component("droptail", {}),
            loss=loss,
            changes=None,
            filters_acks=False,
        ),
        transport=ccsim.Transport(
            initial_window_packets=10,
            min_rto_s=0.2,
            send_quantum=ccsim.SendQuantum.LINUX,
            send_quantum_packets=1,
            paces_window_based=False,
            host_jitter_s=0.0,
        ),
        groups=[ccsim.FlowGroup(**{**group, **changes})],
        further_links=[],
    )


def chunks_of(what: ccsim.Scenario, seed: int = 1) -> list[ccsim.SeriesChunk]:
    chunks: list[ccsim.SeriesChunk] = []
    ccsim.run(what, seed, on_chunk=chunks.append)
    return chunks


def test_the_committed_stub_is_what_nanobind_makes_of_the_module(tmp_path: Path) -> None:
    made = tmp_path / "_core.pyi"
    subprocess.run(
        [sys.executable, "-m", "nanobind.stubgen", "-q", "-m", "ccsim._core", "-o", str(made)],
        check=True,
    )
    committed = ROOT / "sim-core" / "bindings" / "python" / "ccsim" / "_core.pyi"
    assert committed.read_text() == made.read_text(), (
        f"run: python -m nanobind.stubgen -m ccsim._core -o {committed.relative_to(ROOT)}"
    )


def test_a_run_says_how_much_it_simulated() -> None:
    result = ccsim.run(scenario(), 1)
    assert not result.is_cancelled
    assert result.simulated_s == 30.0
    assert result.simulated_packets == result.links[0]["transmitted_packets"]
    # 10 Mbit/s for 30 s in packets of 12,000 bits are 25,000 at most.
    assert 20_000 < result.simulated_packets <= 25_000


def test_the_same_arguments_give_the_same_result_with_and_without_callbacks() -> None:
    plain = ccsim.run(scenario(), 7)
    watched = ccsim.run(
        scenario(),
        7,
        on_chunk=lambda _chunk: None,
        on_progress=lambda _simulated_s: None,
        progress_every_events=1_000,
    )
    # As text: NaN, which stands for an absent number, is not equal to itself.
    assert repr(plain.flows) == repr(watched.flows)
    assert repr(plain.links) == repr(watched.links)
    assert repr(plain.fairness) == repr(watched.fairness)


def test_seconds_become_whole_nanoseconds_and_back() -> None:
    # 0.035 * 1e9 is 35000000.000000004 in doubles: it must become 35,000,000 ns.
    result = ccsim.run(scenario(5.0, rtt_s=0.035, stop_s=4.25), 1)
    flow = result.flows[0]
    # The SYN exchange takes one base RTT.
    assert flow["start_s"] == 0.035
    assert flow["active_s"] == pytest.approx(4.25 - 0.035, abs=1e-12)


def test_parameters_of_every_kind_reach_the_core() -> None:
    cubic = ccsim.run(scenario(algorithm="cubic", parameters={"hystart": "off"}), 1)
    other = ccsim.run(
        scenario(
            algorithm="cubic",
            parameters={"hystart": "off", "beta_ratio": 0.5, "fast_convergence": False},
        ),
        1,
    )
    assert repr(cubic.flows) != repr(other.flows)


def test_series_are_read_only_arrays_that_the_core_made() -> None:
    (chunk, *_) = chunks_of(scenario())
    columns = chunk.subjects[0].take_columns()
    throughput = columns["throughput_bps"]
    assert throughput.dtype == np.float64
    assert len(throughput) == chunk.sample_count == 256
    assert not throughput.flags.owndata
    assert not throughput.flags.writeable


def test_series_outlive_their_chunk() -> None:
    columns = [subject.take_columns() for subject in chunks_of(scenario())[0].subjects]
    before = columns[0]["cwnd_bytes"].copy()
    chunks_of(scenario(), seed=2)
    np.testing.assert_array_equal(columns[0]["cwnd_bytes"], before)


def test_series_are_handed_over_once() -> None:
    subject = chunks_of(scenario())[0].subjects[0]
    assert len(subject.take_columns()["rtt_s"]) == 256
    assert len(subject.take_columns()["rtt_s"]) == 0


def test_chunks_cover_all_samples_in_order() -> None:
    chunks = chunks_of(scenario())
    assert [(chunk.chunk_index, chunk.first_sample, chunk.sample_count) for chunk in chunks] == [
        (0, 0, 256),
        (1, 256, 44),
    ]
    assert [subject.subject for subject in chunks[0].subjects] == ["flow", "link"]


def test_phases_follow_one_another_to_the_end_of_the_run() -> None:
    phases = [phase for chunk in chunks_of(scenario(algorithm="bbr2")) for phase in chunk.phases]
    assert [phase.end_s for phase in phases[:-1]] == [phase.start_s for phase in phases[1:]]
    assert phases[-1].end_s == 30.0
    assert phases[0].phase == "startup"
    assert all(phase.reason for phase in phases)


def test_returning_false_cancels() -> None:
    seen: list[float] = []

    def stop_at_two_seconds(simulated_s: float) -> bool:
        seen.append(simulated_s)
        return simulated_s < 2.0

    result = ccsim.run(scenario(), 1, on_progress=stop_at_two_seconds, progress_every_events=1_000)
    assert result.is_cancelled
    # What was accepted ahead of the clock has happened before the run ends.
    access_delay_s = 0.01
    nanosecond_s = 1e-9
    assert seen[-1] <= result.simulated_s <= seen[-1] + access_delay_s + nanosecond_s
    assert 2.0 <= result.simulated_s < 5.0


def test_tails_hold_the_samples_of_the_chunks_and_change_none() -> None:
    tails: list[tuple[int, int, dict[str, list[float]]]] = []

    def take(tail: ccsim.SeriesTail) -> None:
        (flows, link) = tail.series
        assert (flows.subject, flows.subject_indices) == ("flow", [0])
        assert link.subject == "link"
        columns = {name: values.tolist() for name, values in flows.take_columns().items()}
        tails.append((tail.first_sample, tail.sample_count, columns))

    chunks: list[ccsim.SeriesChunk] = []
    ccsim.run(
        scenario(),
        1,
        on_chunk=chunks.append,
        progress_every_events=1_000,
        wanted_tail_values=lambda: 1_000_000,
        on_tail=take,
    )
    assert len(tails) > 10
    plain = chunks_of(scenario())[0].subjects[0].take_columns()
    first = chunks[0].subjects[0].take_columns()
    for name, values in first.items():
        np.testing.assert_array_equal(values, plain[name])
    for first_sample, sample_count, columns in tails:
        if first_sample + sample_count <= 256:
            expected = plain["rtt_s"][first_sample : first_sample + sample_count]
            np.testing.assert_array_equal(columns["rtt_s"], expected)


def test_a_cancelled_run_hands_out_a_last_tail() -> None:
    ends_s: list[float] = []
    result = ccsim.run(
        scenario(),
        1,
        on_chunk=lambda _chunk: None,
        on_progress=lambda simulated_s: simulated_s < 2.0,
        progress_every_events=1_000,
        wanted_tail_values=lambda: 1_000_000,
        on_tail=lambda tail: ends_s.append(tail.open_phases[0].end_s),
    )
    assert result.is_cancelled
    assert ends_s[-1] <= result.simulated_s
    assert ends_s[-1] > result.simulated_s - 0.2


def test_a_callback_that_returns_nothing_does_not_cancel() -> None:
    seen: list[float] = []
    result = ccsim.run(scenario(), 1, on_progress=seen.append, progress_every_events=1_000)
    assert not result.is_cancelled
    assert seen == sorted(seen)
    assert len(seen) > 10


class _OddError(Exception):
    pass


@pytest.mark.parametrize("callback", ["on_chunk", "on_progress"])
def test_an_exception_of_a_callback_comes_out_unchanged(callback: str) -> None:
    raised = _OddError("from the callback")

    def fail(_argument: object) -> None:
        raise raised

    with pytest.raises(_OddError) as caught:
        ccsim.run(scenario(), 1, progress_every_events=1_000, **{callback: fail})
    assert caught.value is raised


def test_ctrl_c_ends_a_run_without_callbacks() -> None:
    timer = threading.Timer(0.05, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        # An hour of 100 flows takes longer than anyone waits.
        ccsim.run(scenario(3600.0, count=100), 1)
    timer.join()


def test_other_threads_run_while_the_core_computes() -> None:
    def is_overtaken() -> bool:
        """Whether a thread got its turn before the run ended; a busy machine may refuse it."""
        finished_at_s: list[float] = []

        def work() -> None:
            time.sleep(0.005)
            finished_at_s.append(time.monotonic())

        thread = threading.Thread(target=work)
        thread.start()
        # Without a callback nothing takes the lock back before the end.
        ccsim.run(scenario(600.0), 1, progress_every_events=NEVER)
        ended_at_s = time.monotonic()
        thread.join()
        return finished_at_s[0] < ended_at_s

    assert any(is_overtaken() for _ in range(20))


def test_components_are_plain_data_with_unique_names() -> None:
    components = ccsim.components()
    assert json.loads(json.dumps(components)) == components
    names = {kind: [entry["name"] for entry in entries] for kind, entries in components.items()}
    assert all(len(set(list_)) == len(list_) for list_ in names.values())
    assert {"newreno", "cubic", "bbr1", "bbr2", "fairtt"} <= set(names["algorithms"])
    assert "droptail" in names["queues"]
    assert {"bernoulli", "gilbert_elliott"} <= set(names["losses"])
    assert "bulk" in names["traffic"]


def test_the_core_says_its_release_and_the_hash_of_its_sources() -> None:
    release, plus, digest = ccsim.core_version().partition("+")
    assert release == "0.1.0"
    assert plus == "+"
    assert len(digest) == 12
    assert int(digest, 16) >= 0


def test_the_core_names_its_behaviour_by_a_number_that_is_raised_by_hand() -> None:
    assert ccsim.behaviour_version() >= 1


def _turns_while(turns: Callable[[], int], convert: Callable[[], object]) -> int:
    before = turns()
    convert()
    return turns() - before


@pytest.mark.parametrize("what", ["causes", "flows"])
def test_other_threads_have_their_turn_while_many_flows_are_converted(what: str) -> None:
    run = ccsim.run(scenario(1.0, count=2_000), 1, records_causes=True)
    turns, is_over = 0, threading.Event()

    def count() -> None:
        nonlocal turns
        while not is_over.is_set():
            turns += 1
            time.sleep(0)

    interval_s = sys.getswitchinterval()
    # A waiting thread asks for the lock at once, and gets it as soon as it is released.
    sys.setswitchinterval(1e-6)
    other = threading.Thread(target=count)
    other.start()
    try:
        found = max(_turns_while(lambda: turns, lambda: getattr(run, what)) for _ in range(20))
    finally:
        is_over.set()
        other.join()
        sys.setswitchinterval(interval_s)
    # How many turns there are is up to the system's scheduler. With the lock held throughout there
    # would be one before and one after at most, however often one tries.
    assert found > 2, "as when a worker's heartbeat is silent for seconds"
