"""An algorithm as a class in Python: the events and the digests of the core's own."""

from pathlib import Path
from textwrap import dedent
from typing import Any, ClassVar

import pytest

from lab_cli.algorithm.command import situations
from lab_exec import run_scenario
from lab_exec.errors import InputError
from lab_exec.python_algorithm import (
    CWND_LIMITED,
    CWR,
    ECN,
    INFINITE,
    LOSS,
    RECOVERY,
    REORDERS_FAR,
    REQUESTED,
    TIMEOUT,
    UNSET,
    Ack,
    Congestion,
    Controller,
    Start,
    run_python,
)
from lab_exec.wasm_module import ModuleFailedError

SEED = 3
SITUATIONS = situations()


class NewReno(Controller):
    """RFC 5681 and RFC 6582, as sim-core/modules/newreno.c has it."""

    description: ClassVar[dict[str, Any]] = {
        "name": "newreno_in_python",
        "title": "NewReno (Python)",
        "recovery": "prr",
        "parameters": [{"name": "beta_256ths", "default": 128, "minimum": 26, "maximum": 243}],
        "series": [
            {"name": "min_rtt_s", "divisor": 1_000_000_000},
            {"name": "bandwidth_estimate_bps"},
        ],
        "phases": ["slow_start", "congestion_avoidance", "recovery"],
        "reasons": [
            "start",
            "ssthresh_reached",
            "loss",
            "ecn",
            "delay",
            "rto",
            "recovered",
            "undo",
            "idle_restart",
        ],
    }

    cwnd = prior_cwnd = credit = 0
    ssthresh = prior_ssthresh = INFINITE
    min_rtt_ns = -1

    def on_start(self, start: Start) -> int:
        self.cwnd = self.initial = max(start.initial_window_packets, 1)
        self.enter_phase("slow_start", "start")
        return self.cwnd

    def on_ack(self, ack: Ack) -> int:
        self.min_rtt_ns = ack.min_rtt_ns
        advances = ack.cumulatively_acked_packets > 0 or (
            ack.flags & REORDERS_FAR and ack.newly_acked_packets > 0
        )
        if ack.state not in (RECOVERY, CWR) and advances and ack.flags & CWND_LIMITED:
            self.grow(ack.newly_acked_packets)
        return self.cwnd

    def grow(self, acked: int) -> None:
        if self.cwnd < self.ssthresh:
            grown = min(self.cwnd + acked, self.ssthresh)
            acked -= grown - self.cwnd
            self.cwnd = grown
            if self.cwnd < self.ssthresh or acked == 0:
                return
        self.enter_phase("congestion_avoidance", "ssthresh_reached")
        window = self.cwnd
        if self.credit >= window:
            self.credit = 0
            self.cwnd += 1
        self.credit += acked
        self.cwnd += self.credit // window
        self.credit %= window

    def on_congestion(self, congestion: Congestion) -> int:
        if congestion.reduces_ssthresh:
            self.prior_cwnd, self.prior_ssthresh = self.cwnd, self.ssthresh
            self.ssthresh = max(self.cwnd * self.parameters["beta_256ths"] // 256, 2)
        self.credit = 0
        if congestion.kind == TIMEOUT:
            self.cwnd = max(congestion.still_in_flight_packets + 1, 1)
            self.enter_phase("slow_start", "rto")
            return self.cwnd
        self.cwnd = self.ssthresh
        self.enter_phase("recovery", {ECN: "ecn", REQUESTED: "delay"}.get(congestion.kind, "loss"))
        return self.cwnd

    def leave(self, reason: str) -> None:
        is_slow = self.cwnd < self.ssthresh
        self.enter_phase("slow_start" if is_slow else "congestion_avoidance", reason)

    def on_recovery_exit(self, now_ns: int, left_state: int, in_flight_packets: int) -> int:
        if left_state != LOSS:
            self.leave("recovered")
        return self.cwnd

    def on_undo(self, now_ns: int, in_flight_packets: int) -> int:
        self.cwnd = max(self.cwnd, self.prior_cwnd)
        self.ssthresh = max(self.ssthresh, self.prior_ssthresh)
        self.leave("undo")
        return self.cwnd

    def on_idle_restart(self, now_ns: int, timeout_count: int) -> int:
        restart = min(self.cwnd, self.initial)
        self.ssthresh = max(self.ssthresh, self.cwnd // 2 + self.cwnd // 4)
        for _ in range(timeout_count):
            if self.cwnd > restart:
                self.cwnd //= 2
        self.cwnd = max(self.cwnd, restart)
        if self.cwnd < self.ssthresh:
            self.enter_phase("slow_start", "idle_restart")
        return self.cwnd

    def ssthresh_packets(self) -> int:
        return self.ssthresh

    def series(self, index: int) -> int:
        return self.min_rtt_ns if index == 0 and self.min_rtt_ns >= 0 else UNSET


@pytest.mark.parametrize("name", SITUATIONS)
def test_newreno_in_python_gives_the_series_of_newreno(name: str) -> None:
    native = run_scenario(SITUATIONS[name], SEED)
    own = run_python(SITUATIONS[name], SEED, NewReno)
    assert own["series_digest"] == native["series_digest"]
    assert own["summary"] == native["summary"]
    assert own["flows"][0]["algorithm"].startswith("python:")


def test_parameters_are_checked_and_given() -> None:
    scenario = SITUATIONS["overflow"]
    gentle = run_python(scenario, SEED, NewReno, parameters={"beta_256ths": 200})
    assert gentle["flows"][0]["parameters"] == {"beta_256ths": 200}
    assert gentle["series_digest"] != run_scenario(scenario, SEED)["series_digest"]
    with pytest.raises(InputError, match="beta_256ths is 1; it must be a whole number from 26"):
        run_python(scenario, SEED, NewReno, parameters={"beta_256ths": 1})


class Fraction(NewReno):
    def on_ack(self, ack: Ack) -> int:
        return ack.newly_acked_packets / 2  # type: ignore[return-value]


class Mistyped(NewReno):
    def on_ack(self, ack: Ack) -> int:
        return int(ack.bytes_acked)  # type: ignore[attr-defined]


class Undeclared(NewReno):
    def on_ack(self, ack: Ack) -> int:
        self.enter_phase("cruise", "loss")
        return 10


class Drawing(NewReno):
    def series(self, index: int) -> int:
        return self.random_bits() >> 8


@pytest.mark.parametrize(
    ("controller", "message"),
    [
        (Fraction, r"ccsim_on_ack: it answered 0\.5; the answer must be a whole number of 64 bits"),
        (Mistyped, r"ccsim_on_ack: Traceback[\s\S]*has no attribute 'bytes_acked'"),
        (Undeclared, r"ccsim_on_ack: Traceback[\s\S]*'cruise' is not in list"),
        (Drawing, r"ccsim_series: it called ccsim\.random"),
    ],
)
def test_a_fault_is_a_failed_run_with_its_reason(
    controller: type[Controller], message: str
) -> None:
    with pytest.raises(ModuleFailedError, match=message):
        run_python(SITUATIONS["overflow"], SEED, controller)


KEPT: list[Controller] = []


class Kept(NewReno):
    def on_start(self, start: Start) -> int:
        KEPT.append(self)
        return super().on_start(start)


def test_a_controller_that_is_kept_reaches_nothing_after_the_run() -> None:
    run_python(SITUATIONS["overflow"], SEED, Kept)
    assert len(KEPT) == 2
    with pytest.raises(AttributeError):
        KEPT.pop().random_bits()
    KEPT.clear()


def test_the_example_of_the_document_runs() -> None:
    text = (Path(__file__).parents[2] / "docs" / "own-algorithms.md").read_text(encoding="utf-8")
    section = text.split("## In Python, for a first idea", 1)[1].split("\n## ", 1)[0]
    lines = [line for line in section.splitlines() if line.startswith("    ") or not line]
    names: dict[str, Any] = {}
    exec(dedent("\n".join(lines)), names)
    first, second = names["result"].flows
    assert first.algorithm.startswith("python:")
    assert (first.parameters, second.algorithm) == ({"beta_percent": 80}, "bbr2")


def test_a_wrong_description_is_refused() -> None:
    class Nameless(NewReno):
        description: ClassVar[dict[str, Any]] = {"title": "Nameless"}

    with pytest.raises(InputError, match="the description of Nameless"):
        run_python(SITUATIONS["overflow"], SEED, Nameless)
