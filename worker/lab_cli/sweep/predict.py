"""`sweep --predict`: the time of a sweep, estimated from a sample of its runs."""

import argparse
import json
import math
from collections.abc import Callable
from typing import Final

from lab_cli.kit.output_file import write_text
from lab_cli.kit.progress import work_progress
from lab_exec import core_version
from lab_exec.errors import InputError
from lab_exec.experiments.forecast import (
    DEFAULT_SHARE,
    Forecast,
    draw,
    drawn_units,
    forecast,
    forecast_document,
    forecast_sentence,
)
from lab_exec.experiments.pool import Pool
from lab_exec.experiments.results import SweepResults
from lab_exec.experiments.units import Outcome, Unit, missing_units, sweep_pool
from lab_model.experiments import Expansion
from lab_model.experiments.precision import first_counts

_ALL_PERCENT: Final = 100.0
DEFAULT_PERCENT: Final = f"{DEFAULT_SHARE * _ALL_PERCENT:g}"
_FILES: Final = ("csv", "parquet", "zip", "latex")


def add_predict_argument(parser: argparse.ArgumentParser) -> None:
    """Declares `--predict`."""
    parser.add_argument(
        "--predict",
        nargs="?",
        const=DEFAULT_PERCENT,
        metavar="PERCENT",
        help="compute only this many percent of the runs, drawn evenly over the cells, and "
        f"estimate what all will take (default: {DEFAULT_PERCENT})",
    )


def read_share(text: str) -> float:
    """Of `--predict`. Raises `InputError`."""
    try:
        percent = float(text)
    except ValueError:
        percent = math.nan
    if not 0 < percent <= _ALL_PERCENT:
        raise InputError(f"--predict is '{text}'; it must be a percentage above 0 and at most 100")
    return percent / _ALL_PERCENT


def check_predict_alone(arguments: argparse.Namespace) -> None:
    """A prediction has no results to write. Raises `InputError`."""
    for name in _FILES:
        if getattr(arguments, name) is not None:
            raise InputError(f"--predict computes a sample only; it does not go with --{name}")


def predict_sweep(results: SweepResults, arguments: argparse.Namespace, process_count: int) -> int:
    """Computes the sample, keeps it in the store, and estimates the time of the missing runs."""
    expansion, store = results.expansion, results.store
    counts = first_counts(expansion.cell_count, expansion.definition.replications)
    units = missing_units(expansion, store.known(expansion.seeds), counts)
    if not units:
        print("All runs are already there.")
        return 0
    share = read_share(arguments.predict)
    with sweep_pool(expansion, results.modules) as pool:
        found = predict(
            expansion, units, process_count, share, lambda outcome: store.add(outcome.found), pool
        )
    print(forecast_sentence(found, process_count))
    if expansion.definition.replications.precision is not None:
        print("That is without the seeds that the precision may add.")
    if arguments.json is not None:
        document = {
            "core_version": core_version(),
            "process_count": process_count,
            **forecast_document(found),
        }
        write_text(arguments.json, json.dumps(document, indent=1) + "\n")
    return 0


def predict(
    expansion: Expansion,
    units: list[Unit],
    process_count: int,
    share: float = DEFAULT_SHARE,
    on_outcome: Callable[[Outcome], object] | None = None,
    pool: Pool | None = None,
) -> Forecast:
    """What these units will take, from a sample that is computed now, with a bar. Of an experiment
    with modules, `pool` has them.
    """
    strata = draw(units, share)
    drawn = drawn_units(strata)
    with work_progress(len(drawn), sum(unit.expected_s for unit in drawn), 0) as progress:

        def take(outcome: Outcome) -> None:
            progress(len(outcome.ended), sum(unit.expected_s for unit in outcome.ended))
            if on_outcome is not None:
                on_outcome(outcome)

        return forecast(expansion, strata, process_count, take, pool)
