"""The tables of `bench`."""

from typing import Final

from lab_cli.kit.tables import ABSENT, print_table
from lab_research.bench.loads import MEMORY_LIMIT_BYTES, RECORDING_LIMIT_RATIO, Goal
from lab_research.bench.measure import Recording, Speed

MEGA: Final = 1e6
NANOSECONDS: Final = 1e9
MEBIBYTE: Final = 2**20


def print_gate(measured: list[tuple[Speed, Goal | None]], caption: str) -> None:
    """Packets per second, compared with the goal."""
    rows = [
        [
            *_load_cells(speed),
            f"{speed.packets_per_s / MEGA:.2f}",
            *([f"{goal.gate:g}", f"{goal.aim:g}"] if goal else [ABSENT, ABSENT]),
            f"{speed.cpu_s:.2f}",
            f"{(speed.peak_memory_bytes - speed.baseline_memory_bytes) / MEBIBYTE:.1f}",
        ]
        for speed, goal in measured
    ]
    header = ["algorithm", "flows", "Mbit/s", "million packets/s", "gate", "goal", "CPU s", "MiB"]
    print_table("Packets through the bottleneck per second of CPU", header, rows, caption)


def print_curve(title: str, measured: list[Speed]) -> None:
    """Cost of a packet, load by load."""
    rows = [
        [
            *_load_cells(speed),
            f"{speed.window_packets:.3g}",
            f"{NANOSECONDS / speed.packets_per_s:.0f}",
            f"{speed.packets_per_s / MEGA:.2f}",
        ]
        for speed in measured
    ]
    header = ["algorithm", "flows", "Mbit/s", "BDP per flow", "ns per packet", "million packets/s"]
    print_table(title, header, rows, "BDP in packets; one run each")


def print_memory(speed: Speed) -> None:
    """Peak memory of a long run with series."""
    row = [
        *_load_cells(speed),
        str(speed.simulated_packets),
        f"{(speed.peak_memory_bytes - speed.baseline_memory_bytes) / MEBIBYTE:.1f}",
        f"{speed.peak_memory_bytes / MEBIBYTE:.0f}",
        f"{MEMORY_LIMIT_BYTES / MEBIBYTE:.0f}",
    ]
    header = ["algorithm", "flows", "Mbit/s", "packets", "run MiB", "process MiB", "limit MiB"]
    print_table("Peak memory, series recorded", header, [row], "process: with the interpreter")


def print_recording(measured: list[Recording]) -> None:
    """What recording series adds."""
    rows = [
        [
            item.algorithm,
            str(item.flow_count),
            f"{item.rate_bps / MEGA:g}",
            f"{item.plain_cpu_s:.3f}",
            f"{item.recorded_cpu_s:.3f}",
            f"{recording_ratio(item):.1%}",
        ]
        for item in measured
    ]
    header = ["algorithm", "flows", "Mbit/s", "CPU s without", "CPU s with", "added"]
    caption = f"ten samples a second, digest included; limit {RECORDING_LIMIT_RATIO:.0%}"
    print_table("Cost of recording series", header, rows, caption)


def recording_ratio(item: Recording) -> float:
    """What recording adds to the time, as a part of the time without."""
    return item.recorded_cpu_s / item.plain_cpu_s - 1


def _load_cells(speed: Speed) -> list[str]:
    return [speed.algorithm, str(speed.flow_count), f"{speed.rate_bps / MEGA:g}"]
