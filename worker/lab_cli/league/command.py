"""`league`: every algorithm in the same situations, ranked; places that seeds cannot tell apart
are shared.
"""

import argparse

import numpy as np

from lab_cli.kit.algorithm_input import AlgorithmInput
from lab_cli.kit.evaluation import (
    MOST_SEEDS,
    SEEDS,
    add_options,
    chosen_seeds,
    evaluate,
    missing_work,
    still_valid,
    write_shipped,
)
from lab_cli.kit.output_file import check_writable, write_text
from lab_cli.kit.progress import run_count_progress
from lab_cli.kit.tables import ABSENT, print_table
from lab_exec.errors import InputError
from lab_exec.parallel import job_count, whole_number
from lab_model.algorithms import algorithm_names
from lab_model.evaluation import Evaluated, League, league_of, load_situations
from lab_model.evaluation.evaluated import shipped
from lab_model.evaluation.league import Ranking, values_in
from lab_model.evaluation.robustness import significant_tau, tau


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares options and arguments."""
    parser.add_argument(
        "--only", metavar="NAME", action="append", help="only this algorithm (repeatable)"
    )
    parser.add_argument("--situation", metavar="ID", help="rank by this situation alone")
    parser.add_argument(
        "--write", action="store_true", help="ship what was computed: it must be 20 seeds"
    )
    parser.add_argument(
        "--first-seed",
        metavar="N",
        default="1",
        help="compute with seeds from N on, and compare the order with the shipped one",
    )
    add_options(parser)


def run(arguments: argparse.Namespace) -> int:
    """Computes what is missing, prints a table per ranking."""
    first_seed = whole_number("--first-seed", arguments.first_seed, 0, 2**53 - 1 - MOST_SEEDS)
    if arguments.write and arguments.seeds != SEEDS:
        raise InputError(f"--seeds is {arguments.seeds}; what is shipped has {SEEDS} (--write)")
    if arguments.write and first_seed != 1:
        raise InputError(f"--first-seed is {first_seed}; what is shipped begins with 1 (--write)")
    seed_count = len(chosen_seeds(arguments))
    seeds = range(first_seed, first_seed + seed_count)
    names = _chosen(arguments.only)
    _check_situation(arguments.situation)
    if arguments.json is not None:
        check_writable(arguments.json)
    process_count = job_count(arguments.jobs)
    # Shipped evaluations have all situations, also those that only a report shows.
    battery = None if first_seed == 1 else [item for item in load_situations() if item.league]
    known = {name: None if arguments.again else still_valid(name, seeds, battery) for name in names}
    count = len(seeds) * sum(
        len(missing_work(AlgorithmInput({"name": name}), known[name], battery)) for name in names
    )
    evaluations: dict[str, Evaluated] = {}
    with run_count_progress(count) as on_done:
        for name in names:
            found = evaluate(
                AlgorithmInput({"name": name}), seeds, known[name], process_count, on_done, battery
            )
            if arguments.write:
                write_shipped(found)
            evaluations[name] = found
    league = league_of(evaluations, arguments.situation)
    for ranking in league.rankings:
        _print(league, ranking)
    if first_seed != 1:
        _print_agreement(league, evaluations, arguments.situation)
    if arguments.json is not None:
        write_text(arguments.json, league.model_dump_json(indent=1) + "\n")
    return 0


def _chosen(only: list[str] | None) -> list[str]:
    known = algorithm_names()
    for name in only or []:
        if name not in known:
            raise InputError(f"--only is '{name}'; it must be one of {', '.join(known)}")
    return [name for name in known if only is None or name in only]


def _check_situation(situation_id: str | None) -> None:
    known = [item.id for item in load_situations() if item.league is not None]
    if situation_id is not None and situation_id not in known:
        raise InputError(f"--situation is '{situation_id}'; it must be one of {', '.join(known)}")


def _print(league: League, ranking: Ranking) -> None:
    titles = {entry.key: entry.title for entry in league.entries}
    rows = [
        [
            titles[row.key],
            ABSENT if row.place is None else str(row.place),
            *(
                ABSENT if value is None else f"{value / ranking.per_display_unit:.4g}"
                for value in (row.mean, row.low, row.high)
            ),
            _ends(row.rank_low, row.rank_high),
            _ends(row.best_place_without, row.worst_place_without),
        ]
        for row in ranking.rows
    ]
    unit = f", {ranking.display_unit}" if ranking.display_unit else ""
    header = [
        "algorithm",
        "place",
        f"{ranking.label}{unit}",
        "95% from",
        "to",
        "rank, 95%",
        "one out",
    ]
    count = len(ranking.situation_ids)
    caption = (
        f"mean of {count} situation{'s' if count > 1 else ''}, {league.seed_count} seeds; "
        f"{ranking.better} is better; a place is shared down to the first "
        "that is significantly worse than its best; rank, 95%: with seeds and situations drawn "
        "again; one out: places with one situation left out; "
        f"Kendall's tau between two halves of the seeds {_shown(ranking.tau_between_seeds)}"
    )
    print_table(f"{ranking.title}: {ranking.asks}", header, rows, caption)


def _print_agreement(
    league: League, evaluations: dict[str, Evaluated], situation_id: str | None
) -> None:
    """Kendall's tau to the shipped order, of the algorithms that are in both."""
    names = {entry.key for entry in league.entries}
    stored = {name: found for name, found in shipped().items() if name in names}
    before = {ranking.id: ranking for ranking in league_of(stored, situation_id).rankings}
    rows = []
    for ranking in league.rankings:
        old, new = (
            {row.key: (row.mean, row.place) for row in each.rows if row.mean is not None}
            for each in (before[ranking.id], ranking)
        )
        both = sorted(old.keys() & new.keys())
        sides = [np.array([side[key] for key in both], dtype=np.float64) for side in (old, new)]
        # Those that share a place differ in their means by chance, and swap under other seeds.
        taus = [tau(*(side[:, column] for side in sides)) if both else None for column in (0, 1)]
        values = (values_in(ranking, each, both) for each in (stored, evaluations))
        taus.append(significant_tau(*values) if both else None)
        rows.append([ranking.title, str(len(both)), *map(_shown, taus)])
    print("Kendall's tau to the order under the shipped seeds:")
    print_table("", ["", "algorithms", "of means", "of places", "of significant pairs"], rows, "")


def _ends(low: int | None, high: int | None) -> str:
    if low is None or high is None:
        return ABSENT
    return str(low) if low == high else f"{low} to {high}"


def _shown(tau: float | None) -> str:
    return ABSENT if tau is None else f"{tau:.2f}"
