"""The events of a flow as the Rust part of BBRv3 reads them (research/witness/bbr3/src/main.rs)."""

from dataclasses import dataclass
from typing import Final

from lab_research.witness.events import Run, Step, draw_lines, event_steps, words_of

_TICK_NS: Final = 1_000


@dataclass
class WindowUse:
    """Whether the window was the limit, as the core's sender has it: Linux tcp_cwnd_validate()."""

    is_limited: bool = False
    round_end: int = 0
    most_out: int = 0

    def update(self, *, is_full: bool, una: int, next_sequence: int) -> None:
        """After an attempt to send, if something was sent or the window was full."""
        out = next_sequence - una
        is_new_maximum = not self.is_limited and out > self.most_out
        if una >= self.round_end or is_full or is_new_maximum:
            self.is_limited, self.most_out, self.round_end = is_full, out, next_sequence


def bbr3_lines(run: Run) -> tuple[list[str], int]:
    """All lines, and how often a timer marked packets lost."""
    starts = run.times_us("recovery_start")
    timeouts = run.times_us("rto")
    marked = [*starts, *timeouts]
    steps, timer_losses = event_steps(run.packets, run.flow, marked, has_exact_rtts=True)
    lines = step_lines(steps, starts, run.times_us("recovery_end"), timeouts)
    draws = draw_lines(run.phases, run.seed, run.flow, _TICK_NS)
    window = run.scenario.transport.initial_window_packets
    numbers = f"{steps[0].time_us} {run.rtt_us()} {window} {run.scenario.packet_bytes}"
    return [*draws, f"B {numbers} {{rules}}", *lines], timer_losses


def step_lines(
    steps: list[Step], starts: list[int], ends: list[int], timeouts: list[int]
) -> list[str]:
    """The steps, and recoveries between them. An end that is no ACK's goes to the next ACK."""
    use = WindowUse()
    next_sequence = 0
    begins, finishes = sorted({*starts}), sorted({*ends})
    of_acks = {step.time_us for step in steps if step.kind == "A"}
    timers = [(time, "R") for time in begins if time not in of_acks]
    timers += [(time, "T") for time in timeouts]
    timers.sort(reverse=True)
    lines: list[str] = []
    for place, step in enumerate(steps):
        while timers and (
            timers[-1][0] < step.time_us or (timers[-1][0] == step.time_us and step.kind == "S")
        ):
            lines.append(words_of(timers[-1][1], [timers.pop()[0]]))
        is_full = step.flight >= step.cwnd
        is_last = place + 1 == len(steps) or steps[place + 1].kind != "S"
        is_last = is_last or steps[place + 1].time_us != step.time_us
        if step.kind == "S":
            next_sequence = max(next_sequence, step.sequence + 1)
            lines.append(words_of("S", [step.time_us, int(is_full)]))
        elif step.kind == "L":
            lines.append(words_of("L", [step.time_us, *step.lost]))
        else:
            enters = step.time_us in begins
            leaves = bool(finishes) and finishes[0] <= step.time_us
            while finishes and finishes[0] <= step.time_us:
                finishes.pop(0)
            flags = [int(flag) for flag in (use.is_limited, is_full and is_last, enters, leaves)]
            numbers = [step.time_us, step.rtt_us, *flags, len(step.acked), *step.acked, *step.lost]
            lines.append(words_of("A", numbers))
        if is_last and (step.kind == "S" or (step.kind == "A" and is_full)):
            use.update(is_full=is_full, una=step.una, next_sequence=next_sequence)
    return lines
