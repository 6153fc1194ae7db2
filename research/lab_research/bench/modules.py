"""`bench --modules`: the cost of an algorithm as a module, compared with the core's own.

Both compute the same numbers (tests/cli/test_sim_module.py), so the difference is the border alone:
WebAssembly's code, the calls into it, fuel. CPU times of one thread, in turns; and instructions for
each ACK, where valgrind can count them.
"""

import statistics
import time
from dataclasses import asdict, dataclass
from typing import Any, Final

from lab_cli.kit.tables import print_table
from lab_exec import core_cpu_s, core_version, run_scenario
from lab_exec.scenario_modules import ChosenModule, with_module
from lab_exec.wasm_module import load_module
from lab_model.scenarios import Scenario, validate_scenario
from lab_research.bench import instructions
from lab_research.bench.instructions import PerAck
from lab_research.bench.loads import AS_MODULES
from lab_research.places import ROOT

REPETITIONS: Final = 5
DURATION_S: Final = 60.0
LIMIT_RATIO: Final = 3.0
MODULES: Final = ROOT / "sim-core" / "modules"


@dataclass(frozen=True)
class Measured:
    """One algorithm: medians over the repetitions."""

    algorithm: str
    packet_count: int
    native_ns: float
    """CPU time of a run for each packet."""
    module_ns: float
    load_s: float
    """Reading, checking and compiling, once for each run."""
    ratios: list[float]
    """Module over native, pair by pair."""


@dataclass(frozen=True)
class Counted:
    """One algorithm: instructions for each ACK."""

    algorithm: str
    native: PerAck
    module: PerAck

    @property
    def ratio(self) -> float:
        """Module over native, of the whole simulation."""
        return self.module.of_all / self.native.of_all


def measure() -> dict[str, Any]:
    """Measures each algorithm and prints the table."""
    measured = [_measure(name) for name in AS_MODULES]
    _print(measured)
    counted = _count() if instructions.is_here() else []
    if counted:
        _print_counted(counted)
    return {
        "core_version": core_version(),
        "limit_ratio": LIMIT_RATIO,
        "algorithms": [asdict(item) for item in measured],
        "instructions_per_ack": [asdict(item) for item in counted],
    }


def scenario_of(algorithm: str, duration_s: float = DURATION_S) -> Scenario:
    """A flow alone at 100 Mbit/s with a buffer of one BDP."""
    flow = {"rtt_s": 0.04, "algorithm": {"name": algorithm}}
    bottleneck = {"rate_bps": 100_000_000, "delay_s": 0.01}
    return validate_scenario({"duration_s": duration_s, "bottleneck": bottleneck, "flows": [flow]})


def _measure(algorithm: str) -> Measured:
    scenario = scenario_of(algorithm)
    packet_count = int(run_scenario(scenario, 1, series=False)["simulated_packets"])
    pairs = []
    load_s = []
    for seed in range(1, REPETITIONS + 1):
        began_s = time.thread_time()
        chosen = ChosenModule(load_module(MODULES / f"{algorithm}.wasm"), {})
        load_s.append(time.thread_time() - began_s)
        replaced = with_module(scenario, chosen)
        began_s = core_cpu_s()
        run_scenario(scenario, seed, series=False)
        between_s = core_cpu_s()
        run_scenario(replaced, seed, series=False, modules={chosen.module.name: chosen.module})
        pairs.append((between_s - began_s, core_cpu_s() - between_s))
    native_s, module_s = (statistics.median(column) for column in zip(*pairs, strict=True))
    return Measured(
        algorithm=algorithm,
        packet_count=packet_count,
        native_ns=native_s / packet_count * 1e9,
        module_ns=module_s / packet_count * 1e9,
        load_s=statistics.median(load_s),
        ratios=[module / native for native, module in pairs],
    )


def _print(measured: list[Measured]) -> None:
    rows = [
        [
            item.algorithm,
            f"{item.native_ns:.0f}",
            f"{item.module_ns:.0f}",
            f"{statistics.median(item.ratios):.2f}",
            f"{min(item.ratios):.2f} to {max(item.ratios):.2f}",
            f"{item.load_s * 1e3:.1f}",
        ]
        for item in measured
    ]
    header = ["algorithm", "ns/packet native", "as a module", "ratio", "pairs", "loading, ms"]
    caption = (
        f"CPU time of whole runs, {REPETITIONS} pairs in turns, medians; limit {LIMIT_RATIO:g}; "
        f"core {core_version()}"
    )
    print_table("What an algorithm costs as a module", header, rows, caption)


def _count() -> list[Counted]:
    return [
        Counted(
            algorithm=name,
            native=instructions.count(name, None),
            module=instructions.count(name, MODULES / f"{name}.wasm"),
        )
        for name in AS_MODULES
    ]


def _print_counted(counted: list[Counted]) -> None:
    rows = [
        [
            item.algorithm,
            f"{item.native.of_all:.0f}",
            f"{item.module.of_all:.0f}",
            f"{item.ratio:.2f}",
            f"{item.native.of_algorithm:.0f}",
            f"{item.module.of_algorithm:.0f}",
        ]
        for item in counted
    ]
    header = ["algorithm", "native", "as a module", "ratio", "algorithm alone", "as a module"]
    caption = f"Counted by callgrind, each packet acknowledged; limit {LIMIT_RATIO:g}"
    print_table("Instructions for each ACK", header, rows, caption)
