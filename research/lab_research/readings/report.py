"""The table of `readings` as Markdown and CSV."""

import csv
import io
from dataclasses import dataclass
from typing import Any, Final

from lab_cli.kit.tables import shown_number
from lab_model.experiments.statistics import Estimate, estimate
from lab_research.readings.grid import ALGORITHMS, LOSS_RATIOS, TOPOLOGIES, Cell

# Key in the summary, name in the CSV.
METRICS: Final = (
    ("throughput_ratio", "ratio"),
    ("mean_1s_jain_index", "mean_1s_jain"),
    ("min_1s_jain_index", "min_1s_jain"),
    ("utilisation_ratio", "utilisation_ratio"),
    ("mean_queue_bytes", "mean_queue_bytes"),
)

_HEADER: Final = """\
# Readings of FaiRTT: topology x loss x reading

Made by `./lab readings`; do not edit. All numbers are in
[{file_stem}.csv]({file_stem}.csv).

Two bulk flows over 10 Mbit/s, packets of 1,000 bytes, drop-tail with 10 BDP of the mouse's RTT,
{duration_s:g} s from the start, random loss of data packets after the queue, {seed_count} seeds
({first_seed} to {last_seed}, the same ones in every cell), send quantum `{send_quantum}`, core
`{core_version}`. Rates are on the wire.

"ratio" is the elephant's mean throughput over the mouse's: mean over the seeds ± half of the 95 %
Student-t interval, then the standard deviation over the seeds. "Jain" is the mean over seconds in
which both flows are active and "lowest" the smallest of these seconds, both averaged over the
seeds; "use" is the share of time in which the link is busy.

The paper (arXiv 2403.19973) gives, for "15 ms against 5 ms" at 10 BDP and an error rate that it
does not name: ratio 1.44 for BBRv2 and 1.05 for FaiRTT, Jain 0.95 and 0.99 (lowest about 0.88 and
0.91), use 97.21 % and 98.78 %. Its sweep of the elephant's RTT from 5 to 30 ms gives ratios from
1.32 to 1.82 for BBRv2 and from 1.02 to 1.18 for FaiRTT.
"""


@dataclass(frozen=True)
class Study:
    """How the table was made."""

    duration_s: float
    seeds: list[int]
    send_quantum: str
    core_version: str

    @property
    def file_stem(self) -> str:
        """Name of its files without the ending: Linux's quantum is the plain one."""
        return "fairtt-readings" + ("" if self.send_quantum == "linux" else f"-{self.send_quantum}")


STATISTICS: Final = ("count", "mean", "sd", "ci95_low", "ci95_high", "min", "max")

CellResults = dict[Cell, list[dict[str, Any]]]


def estimates_of(results: list[dict[str, Any]]) -> dict[str, Estimate]:
    """The metrics of one cell over its seeds."""
    return {name: estimate(result["summary"][key] for result in results) for key, name in METRICS}


def markdown(study: Study, results: CellResults) -> str:
    """The page: one table per topology, a row per loss and algorithm."""
    parts = [
        _HEADER.format(
            duration_s=study.duration_s,
            seed_count=len(study.seeds),
            first_seed=study.seeds[0],
            last_seed=study.seeds[-1],
            send_quantum=study.send_quantum,
            core_version=study.core_version,
            file_stem=study.file_stem,
        )
    ]
    for topology in TOPOLOGIES:
        rtts = f"{topology.elephant_rtt_s * 1000:g} against {topology.mouse_rtt_s * 1000:g} ms"
        parts.append(f"\n## {topology.id}: {rtts}\n\n{topology.meaning}.\n\n")
        parts.append("| loss | algorithm | ratio | sd | Jain | lowest | use % |\n")
        parts.append("| ---: | --- | ---: | ---: | ---: | ---: | ---: |\n")
        for loss_ratio in LOSS_RATIOS:
            for algorithm in ALGORITHMS:
                cell = Cell(topology, loss_ratio, algorithm)
                if cell in results:
                    parts.append(_row(cell, estimates_of(results[cell])))
    return "".join(parts)


def _row(cell: Cell, values: dict[str, Estimate]) -> str:
    ratio = values["ratio"]
    cells = [
        f"{cell.loss_ratio * 100:g} %",
        cell.algorithm.title,
        f"{shown_number(ratio.mean, 2)} ± {shown_number(ratio.half_width, 2)}",
        shown_number(ratio.standard_deviation, 2),
        shown_number(values["mean_1s_jain"].mean),
        shown_number(values["min_1s_jain"].mean),
        shown_number(values["utilisation_ratio"].mean * 100, 2),
    ]
    return f"| {' | '.join(cells)} |\n"


def csv_text(study: Study, results: CellResults) -> str:
    """One row per cell: every metric with count, mean, deviation, interval and extremes."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(_csv_header())
    for cell, items in results.items():
        row: list[object] = [
            cell.topology.id,
            cell.topology.elephant_rtt_s,
            cell.topology.mouse_rtt_s,
            cell.topology.delay_s,
            cell.loss_ratio,
            cell.algorithm.title,
            study.duration_s,
            study.send_quantum,
            study.core_version,
        ]
        writer.writerow([*row, *statistic_texts(items).values()])
    return text.getvalue()


def statistic_texts(results: list[dict[str, Any]]) -> dict[str, str]:
    """The metrics of one cell over its seeds, by the columns of the CSV file."""
    texts: dict[str, str] = {}
    for name, value in estimates_of(results).items():
        low, high = value.interval
        numbers = (value.mean, value.standard_deviation, low, high, value.minimum, value.maximum)
        columns = (str(value.count), *(f"{number:.6g}" for number in numbers))
        texts |= dict(zip((f"{name}_{each}" for each in STATISTICS), columns, strict=True))
    return texts


def _csv_header() -> list[str]:
    header = ["topology", "elephant_rtt_s", "mouse_rtt_s", "delay_s", "loss_ratio", "algorithm"]
    header += ["duration_s", "send_quantum", "core_version"]
    return header + [f"{name}_{statistic}" for _, name in METRICS for statistic in STATISTICS]
