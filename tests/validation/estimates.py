"""Estimates the networks of runs from the lab's own export, and those of measured kernels.

    .venv/bin/python -m tests.validation.estimates [--refine] [SERIES.json.gz ...]

Prints a table of what `./lab read` says of each file beside what was set (research/files.md).
`--refine` prints the same of the values that a search by simulation makes of them.
Series are those of measured cases whose ids name base RTTs and buffers.
"""

import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from lab_cli.kit.computed_run import compute_run
from lab_model.algorithms.registry import algorithm_names
from lab_model.exports.formats.csv_file import run_csv
from lab_model.scenarios import Scenario

ROOT: Final = Path(__file__).parents[2]
SEED: Final = 1
REFINE: Final = "--refine"
PACKET_BYTES: Final = 1500
CASES: Final = [
    (algorithm, rate_mbps, rtt_ms, buffer_bdp)
    for algorithm in algorithm_names()
    for rate_mbps, rtt_ms, buffer_bdp in (
        (10, 40, 0.5), (10, 40, 1.0), (10, 40, 2.0), (50, 20, 1.0), (5, 100, 4.0),
    )
]  # fmt: skip
MEASURED_RATE_BPS: Final = 10e6
ID: Final = re.compile(r"_(\d+)(?:-(\d+))?_b([\d.]+)")


class Truth(NamedTuple):
    """What was set: base RTTs in flow order, and the room for waiting packets."""

    name: str
    rate_bps: float
    base_rtt_s: tuple[float, ...]
    buffer_bytes: float
    was_full: bool = True
    """Whether anything was lost at the full buffer; unknown of measured cases."""


class Estimated(NamedTuple):
    """What `./lab read` makes of the file."""

    truth: Truth
    network: dict[str, Any]

    def rate_error(self) -> float | None:
        """As a share of the value that was set; None: no value was given."""
        return _error(self.network["rate_bps"]["value"], self.truth.rate_bps)

    def rtt_error(self) -> float | None:
        """The largest of all flows."""
        found = [
            _error(flow["estimate"]["value"], base)
            for flow, base in zip(self.network["base_rtt_s"], self.truth.base_rtt_s, strict=True)
        ]
        known = [error for error in found if error is not None]
        return max(known, key=abs) if len(known) == len(found) else None

    def buffer_error(self) -> float | None:
        """As a share of the value that was set."""
        return _error(self.network["buffer_bytes"]["value"], self.truth.buffer_bytes)

    def is_contradicted(self) -> bool:
        """Whether a lower bound is wrong: by 3% of the rate, or by two packets of the buffer."""
        rate, buffer = (self.network[name]["low"] for name in ("rate_bps", "buffer_bytes"))
        return (rate is not None and rate > 1.03 * self.truth.rate_bps) or (
            buffer is not None and buffer > self.truth.buffer_bytes + 2 * PACKET_BYTES
        )


def _error(value: float | None, true: float) -> float | None:
    return None if value is None else value / true - 1


def own_run(
    algorithm: str, rate_mbps: float, rtt_ms: float, buffer_bdp: float
) -> tuple[Truth, str]:
    """A run of 30 s of one flow, and its series as the lab exports them."""
    rate_bps, rtt_s = rate_mbps * 1e6, rtt_ms / 1e3
    scenario = Scenario.model_validate(
        {
            "duration_s": 30,
            "bottleneck": {
                "rate_bps": rate_bps,
                "buffer": {"amount": buffer_bdp, "unit": "bdp"},
            },
            "flows": [{"rtt_s": rtt_s, "algorithm": {"name": algorithm}}],
        }
    )
    computed = compute_run(scenario, SEED)
    packets = max(1, int(buffer_bdp * rate_bps * rtt_s / 8 / PACKET_BYTES + 1e-9))
    name = f"{algorithm}, {rate_mbps} Mbit/s, {rtt_ms} ms, {buffer_bdp} BDP"
    losses = (computed.run.result["losses"] or {"rows": []})["rows"]
    was_full = any(row["reason"] == "buffer_full" for row in losses)
    truth = Truth(name, rate_bps, (rtt_s,), packets * PACKET_BYTES, was_full)
    return truth, "".join(run_csv(computed.run, computed))


def measured(path: Path) -> Truth:
    """What was set for a measured case, by its name."""
    found = ID.search(path.name)
    if found is None:
        raise SystemExit(f"{path.name} does not name base RTTs and a buffer.")
    first, second, bdp = found.groups()
    bases = tuple(int(each) / 1e3 for each in (first, second) if each is not None)
    return Truth(
        path.name, MEASURED_RATE_BPS, bases, float(bdp) * MEASURED_RATE_BPS * min(bases) / 8
    )


def read(path: Path, algorithm: str | None = None) -> dict[str, Any]:
    """`./lab read` of a file: the network that it came from, with an algorithm refined."""
    command = [str(ROOT / "lab"), "read", str(path), "--json", "-"]
    if algorithm is not None:
        command += [REFINE, algorithm]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    answer = json.loads(done.stdout)
    network: dict[str, Any] = answer["network"]
    if algorithm is None:
        return network
    refined = answer["refined"]
    rtts = [{"estimate": each} for each in refined["base_rtt_s"]]
    return {**network, **refined, "base_rtt_s": rtts}


def estimated(series: list[Path], *, is_refined: bool = False) -> Iterator[Estimated]:
    """Of the files, or of runs of this lab if there are none."""
    if series:
        for path in series:
            yield Estimated(measured(path), read(path, "" if is_refined else None))
        return
    with tempfile.TemporaryDirectory() as folder:
        for case in CASES:
            truth, text = own_run(*case)
            path = Path(folder) / "series.csv"
            path.write_text(text)
            yield Estimated(truth, read(path, case[0] if is_refined else None))


def _percent(error: float | None, estimate: dict[str, Any], unit: float) -> str:
    if error is not None:
        return f"{error:+8.1%}"
    low, high = (estimate[bound] for bound in ("low", "high"))
    bounds = [("≥", low), ("≤", high)]
    return (
        " ".join(f"{sign}{bound * unit:.1f}" for sign, bound in bounds if bound is not None) or "-"
    )


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")


def main() -> None:
    """The table, and how many values are within the aims of research/files.md."""
    names = [name for name in sys.argv[1:] if name != REFINE]
    rows = list(estimated([Path(name) for name in names], is_refined=REFINE in sys.argv))
    _say(f"{'case':44} {'rate':>9} {'base RTT':>14} {'buffer':>9}")
    for row in rows:
        network = row.network
        _say(
            f"{row.truth.name:44} {_percent(row.rate_error(), network['rate_bps'], 1e-6):>9} "
            f"{_percent(row.rtt_error(), network['base_rtt_s'][0]['estimate'], 1e3):>14} "
            f"{_percent(row.buffer_error(), network['buffer_bytes'], 1e-3):>9}"
            f"{'  CONTRADICTED' if row.is_contradicted() else ''}"
        )
    full = [row for row in rows if row.truth.was_full]
    valued = sum(row.buffer_error() is not None for row in full)
    within = {
        "rate within 3%": [abs(e) <= 0.03 for r in rows if (e := r.rate_error()) is not None],
        "base RTT within 3%": [abs(e) <= 0.03 for r in rows if (e := r.rtt_error()) is not None],
        "buffer within 20%": [abs(e) <= 0.2 for r in rows if (e := r.buffer_error()) is not None],
    }
    for aim, found in within.items():
        _say(f"{aim}: {sum(found)} of {len(found)} values; {len(rows) - len(found)} without one")
    _say(f"buffers that were ever full: {len(full)}, with a value: {valued}")
    _say(f"bounds that are wrong: {sum(row.is_contradicted() for row in rows)}")


if __name__ == "__main__":
    main()
