"""Whether a sweep is predicted well from a part of it: a part of `bench --sweep`.

The grid of the buffer-sizing paper's two flows, with short runs and one seed, is computed as a
whole. Then a sample is drawn from it again and again: the CPU times are known, so each draw costs
nothing, and all are of the same machine. How often the interval has the whole in it is counted.
"""

import copy
import statistics
from dataclasses import asdict, dataclass
from typing import Any, Final

from lab_cli.kit.tables import print_table
from lab_exec import core_version
from lab_exec.errors import RunFailedError
from lab_exec.experiments.forecast import draw, total_of
from lab_exec.experiments.units import Outcome, Unit, compute, missing_units
from lab_exec.parallel import job_count
from lab_model.experiments import Expansion, read_experiment
from lab_model.papers.experiments import load_experiments

GRID: Final = "sizing-two-flows-full"
RUN_S: Final = 1.0
SHARES: Final = (0.01, 0.05)
DRAWS: Final = 1_000
_HIGH: Final = 0.95


@dataclass(frozen=True)
class ShareQuality:
    """Predictions from samples of one size. Ratios are parts of what the whole took."""

    share: float
    sample_count: int
    covered_ratio: float
    """Share of the draws whose 95 % interval contains the whole."""
    median_error_ratio: float
    p95_error_ratio: float
    median_half_width_ratio: float


def measure() -> dict[str, Any]:
    """Computes the whole, predicts it, prints the table."""
    seconds = _whole(short_grid())
    qualities = [quality(seconds, share, DRAWS) for share in SHARES]
    _print(seconds, qualities)
    return {
        "core_version": core_version(),
        "run_count": len(seconds),
        "cpu_s": sum(seconds.values()),
        "draws": DRAWS,
        "shares": [asdict(item) for item in qualities],
    }


def short_grid() -> Expansion:
    """The paper's grid with runs of a second and one seed."""
    definition = copy.deepcopy(load_experiments()[GRID].definition)
    definition["base"]["duration_s"] = RUN_S
    definition["replications"]["count"] = 1
    return read_experiment(definition)


def quality(seconds: dict[Unit, float], share: float, draws: int) -> ShareQuality:
    """The quality of predictions from samples of this share, drawn with the seeds 1 to `draws`."""
    whole_s = sum(seconds.values())
    units = list(seconds)
    totals = [total_of(draw(units, share, seed), seconds) for seed in range(1, draws + 1)]
    errors = sorted(abs(total.value / whole_s - 1) for total in totals)
    return ShareQuality(
        share=share,
        sample_count=sum(len(stratum.drawn) for stratum in draw(units, share, 1)),
        covered_ratio=sum(total.low <= whole_s <= total.high for total in totals) / draws,
        median_error_ratio=statistics.median(errors),
        p95_error_ratio=errors[min(draws - 1, round(_HIGH * draws))],
        median_half_width_ratio=statistics.median(
            (total.high - total.low) / 2 / whole_s for total in totals
        ),
    )


def _whole(expansion: Expansion) -> dict[Unit, float]:
    seconds: dict[Unit, float] = {}

    def take(outcome: Outcome) -> None:
        if outcome.failed:
            raise RunFailedError(f"A run of the grid failed: {outcome.failed[0].reason}")
        seconds.update({cost.unit: cost.cpu_s for cost in outcome.costs})

    if not compute(expansion, missing_units(expansion, set()), job_count(None), take):
        raise KeyboardInterrupt("interrupted")
    return seconds


def _print(seconds: dict[Unit, float], qualities: list[ShareQuality]) -> None:
    rows = [
        [
            f"{item.share:.0%}",
            str(item.sample_count),
            f"{item.covered_ratio:.1%}",
            f"{item.median_error_ratio:.1%}",
            f"{item.p95_error_ratio:.1%}",
            f"{item.median_half_width_ratio:.1%}",
        ]
        for item in qualities
    ]
    header = ["sample", "runs", "interval has the whole", "error, median", "error, 95 %"]
    header += ["half interval, median"]
    least, most = min(seconds.values()), max(seconds.values())
    caption = (
        f"{len(seconds)} runs of {least * 1e3:.0f} to {most * 1e3:.0f} ms of CPU, "
        f"{sum(seconds.values()):.1f} s as a whole; {DRAWS} draws; core {core_version()}"
    )
    print_table("A sweep predicted from a part of it, against the whole", header, rows, caption)
