"""`bench --ns3`: our CUBIC dumbbell and the same one in ns-3, in turns on this machine.

The program for ns-3 is `sim-core/bench/ns3/dumbbell.cc`; it is built when asked for, against the
libns3-dev that is installed.
"""

import json
import shutil
import subprocess
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from lab_cli.bench.loads import RTT_S, Load, scenario_of
from lab_cli.kit.tables import print_table
from lab_exec import core_version, run_scenario
from lab_exec.errors import RunFailedError

SOURCE: Final = Path(__file__).parents[3] / "sim-core" / "bench" / "ns3" / "dumbbell.cc"
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
# The load and for how long it is simulated: about 40,000 packets, a few seconds of ns-3.
CASES: Final = (
    (Load("cubic", 2, 100_000_000), 5.0),
    (Load("cubic", 100, 1_000_000_000), 0.6),
)


@dataclass(frozen=True)
class Comparison:
    """Packets through the bottleneck per CPU second; the best run of each."""

    flow_count: int
    rate_bps: int
    duration_s: float
    ours_packets: int
    ours_packets_per_s: float
    ns3_packets: int
    ns3_packets_per_s: float

    @property
    def ratio(self) -> float:
        """How many times as fast ours is."""
        return self.ours_packets_per_s / self.ns3_packets_per_s


def compare() -> dict[str, Any]:
    """Builds the program for ns-3, runs both, prints the table; returns the numbers."""
    version = _ns3_version()
    with tempfile.TemporaryDirectory(prefix="lab-ns3-") as folder:
        program = _build(Path(folder))
        compared = [_compare(program, load, duration_s) for load, duration_s in CASES]
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
        ]
        for item in compared
    ]
    header = ["CUBIC flows", "Mbit/s", "simulated s", "packets", "ns-3's packets"]
    header += ["packets/s", "ns-3's packets/s", "ratio"]
    caption = f"in turns, best of {REPETITIONS}, CPU time; core {core_version()}, ns-3 {version}"
    print_table("The same dumbbell here and in ns-3", header, rows, caption)
    return {
        "core_version": core_version(),
        "ns3_version": version,
        "ns3": [{**asdict(item), "ratio": item.ratio} for item in compared],
    }


def _tool(name: str) -> str:
    path = shutil.which(name)
    if path is None:
        raise RunFailedError(f"bench --ns3 needs {name}, which is not installed: {INSTALL}")
    return path


def _ns3_version() -> str:
    """Of the installed libns3-dev; an error that says how to get it if something is missing."""
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


def _compare(program: Path, load: Load, duration_s: float) -> Comparison:
    scenario = scenario_of(load, duration_s)
    ours: list[tuple[int, float]] = []
    theirs: list[tuple[int, float]] = []
    for _ in range(REPETITIONS):
        theirs.append(_run_ns3(program, load, duration_s))
        started_s = time.process_time()
        result = run_scenario(scenario, 1, series=False)
        ours.append((result["simulated_packets"], time.process_time() - started_s))
    return Comparison(
        flow_count=load.flow_count,
        rate_bps=load.rate_bps,
        duration_s=duration_s,
        ours_packets=ours[0][0],
        ours_packets_per_s=max(packets / cpu_s for packets, cpu_s in ours),
        ns3_packets=theirs[0][0],
        ns3_packets_per_s=max(packets / cpu_s for packets, cpu_s in theirs),
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
