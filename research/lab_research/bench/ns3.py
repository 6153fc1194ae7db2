"""`bench --ns3`: our CUBIC dumbbell and the same one in ns-3, in turns on this machine.

With `--beside FOLDER` the core of another checkout takes its turns in the same run: before and
after a change.

The program for ns-3 is `research/ns3/dumbbell.cc`; it is built when asked for, against the
libns3-dev that is installed.
"""

import json
import shutil
import subprocess
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from lab_cli.kit.tables import print_table
from lab_exec import core_version
from lab_exec.errors import RunFailedError
from lab_research.bench.loads import NS3_LOADS, RTT_S, Load, scenario_of
from lab_research.bench.turns import Turn, python_of, take_turn
from lab_research.places import ROOT

SOURCE: Final = ROOT / "research" / "ns3" / "dumbbell.cc"
MODULES: Final = (
    "ns3-core",
    "ns3-network",
    "ns3-internet",
    "ns3-point-to-point",
    "ns3-applications",
    "ns3-traffic-control",
)
INSTALL: Final = "sudo apt-get install -y libns3-dev g++ pkg-config"
NANOSECONDS: Final = 1_000_000_000
MEGA: Final = 1_000_000
REPETITIONS: Final = 3


@dataclass(frozen=True)
class Comparison:
    """Packets through the bottleneck per CPU second; the best turn of each."""

    flow_count: int
    rate_bps: int
    duration_s: float
    ours_packets: int
    ours_packets_per_s: float
    ns3_packets: int
    ns3_packets_per_s: float
    beside_packets_per_s: float | None
    """Speed of the other checkout."""

    @property
    def ratio(self) -> float:
        """How many times as fast ours is."""
        return self.ours_packets_per_s / self.ns3_packets_per_s

    @property
    def beside_ratio(self) -> float | None:
        """How many times as fast as ns-3 the other checkout is."""
        beside = self.beside_packets_per_s
        return None if beside is None else beside / self.ns3_packets_per_s


def compare(beside: Path | None = None) -> dict[str, Any]:
    """Builds the program for ns-3, runs both, prints the table; returns the numbers.

    `beside` is another checkout, whose core takes its turns as well.
    """
    pythons = [python_of(None)] + ([] if beside is None else [python_of(beside)])
    version = _ns3_version()
    with tempfile.TemporaryDirectory(prefix="lab-ns3-") as folder:
        program = _build(Path(folder))
        compared = [_compare(program, pythons, load, duration_s) for load, duration_s in NS3_LOADS]
    other = None if beside is None else take_turn(pythons[1], scenario_of(*NS3_LOADS[0]), 1)
    _print(compared, version, None if other is None else other.core_version)
    return {
        "core_version": core_version(),
        "beside_core_version": None if other is None else other.core_version,
        "ns3_version": version,
        "ns3": [
            {**asdict(item), "ratio": item.ratio, "beside_ratio": item.beside_ratio}
            for item in compared
        ],
    }


def _print(compared: list[Comparison], ns3_version: str, beside_version: str | None) -> None:
    header = ["CUBIC flows", "Mbit/s", "simulated s", "packets", "ns-3's packets"]
    header += ["packets/s", "ns-3's packets/s", "ratio"]
    if beside_version is not None:
        header += ["beside: packets/s", "ratio", "now / beside"]
    rows = [
        [
            str(item.flow_count),
            f"{item.rate_bps / MEGA:g}",
            f"{item.duration_s:g}",
            str(item.ours_packets),
            str(item.ns3_packets),
            f"{item.ours_packets_per_s:,.0f}",
            f"{item.ns3_packets_per_s:,.0f}",
            f"{item.ratio:.0f}",
            *_other_checkout_cells(item),
        ]
        for item in compared
    ]
    caption = (
        f"in turns, best of {REPETITIONS}, CPU time; core {core_version()}, ns-3 {ns3_version}"
    )
    if beside_version is not None:
        caption += f"; beside: core {beside_version}"
    print_table("The same dumbbell here and in ns-3", header, rows, caption)


def _other_checkout_cells(item: Comparison) -> list[str]:
    if item.beside_packets_per_s is None or item.beside_ratio is None:
        return []
    return [
        f"{item.beside_packets_per_s:,.0f}",
        f"{item.beside_ratio:.0f}",
        f"{item.ours_packets_per_s / item.beside_packets_per_s:.2f}",
    ]


def _tool(name: str) -> str:
    path = shutil.which(name)
    if path is None:
        raise RunFailedError(f"bench --ns3 needs {name}, which is not installed: {INSTALL}")
    return path


def _ns3_version() -> str:
    """The version of the installed libns3-dev. If it is missing, the error says how to get it."""
    command = [_tool("pkg-config"), "--modversion", *MODULES]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    if found.returncode != 0:
        raise RunFailedError(f"bench --ns3 needs libns3-dev, which is not installed: {INSTALL}")
    return found.stdout.split()[0]


def _build(folder: Path) -> Path:
    command = [_tool("pkg-config"), "--cflags", "--libs", *MODULES]
    flags = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    # Debian names files of development packages (libgsl.so) that it does not install along; the
    # libraries of ns-3 find what they need by themselves.
    usable = [flag for flag in flags if not flag.startswith("/") or Path(flag).exists()]
    program = folder / "dumbbell"
    command = [_tool("g++"), "-std=c++17", "-O3", "-o", str(program), str(SOURCE), *usable]
    built = subprocess.run(command, capture_output=True, text=True, check=False)
    if built.returncode != 0:
        raise RunFailedError(f"g++ could not build {SOURCE.name}:\n{built.stderr.strip()}")
    return program


def _compare(program: Path, pythons: list[str], load: Load, duration_s: float) -> Comparison:
    scenario = scenario_of(load, duration_s)
    turns: list[list[Turn]] = [[] for _ in pythons]
    theirs: list[tuple[int, float]] = []
    for _ in range(REPETITIONS):
        theirs.append(_run_ns3(program, load, duration_s))
        for python, of_python in zip(pythons, turns, strict=True):
            of_python.append(take_turn(python, scenario))
    ours, *beside = ([turn.packets_per_s for turn in of_python] for of_python in turns)
    return Comparison(
        flow_count=load.flow_count,
        rate_bps=load.rate_bps,
        duration_s=duration_s,
        ours_packets=turns[0][0].packets,
        ours_packets_per_s=max(ours),
        ns3_packets=theirs[0][0],
        ns3_packets_per_s=max(packets / cpu_s for packets, cpu_s in theirs),
        beside_packets_per_s=max(beside[0]) if beside else None,
    )


def _run_ns3(program: Path, load: Load, duration_s: float) -> tuple[int, float]:
    numbers = (
        load.flow_count,
        load.rate_bps,
        round(RTT_S * NANOSECONDS),
        round(duration_s * NANOSECONDS),
    )
    run = subprocess.run(
        [str(program), *map(str, numbers)], capture_output=True, text=True, check=False
    )
    if run.returncode != 0:
        raise RunFailedError(f"The program for ns-3 failed:\n{run.stderr.strip()}")
    answer = json.loads(run.stdout)
    return answer["packets"], answer["cpu_s"]
