"""`sweep --shard I/N`: one of N parts of an experiment, for computers that share nothing but files.

The parts follow from the experiment alone. So any of them can be computed anywhere, again after it
was killed, and in any order; `store merge` makes one store of them.
"""

import argparse
import re
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from lab_exec.errors import InputError
from lab_exec.experiments.units import Unit, missing_units
from lab_model.experiments import Expansion

MOST_PARTS: Final = 100_000
_FORM: Final = re.compile(r"([0-9]{1,6})/([0-9]{1,6})")
# What needs the runs of the other parts, too.
_NEEDS_ALL: Final = ("csv", "parquet", "zip", "latex", "json", "metric", "predict")


@dataclass(frozen=True)
class Shard:
    """Part `index` of `count`, counted from 1."""

    index: int
    count: int

    def units_of(self, expansion: Expansion) -> list[Unit]:
        """The part's runs. All parts take about as long: runs are dealt out from the longest on."""
        return missing_units(expansion, set())[self.index - 1 :: self.count]


def add_shard_argument(parser: argparse.ArgumentParser) -> None:
    """Declares `--shard`."""
    parser.add_argument(
        "--shard",
        metavar="I/N",
        help="compute only part I of N, into the file of --store; ./lab store merge joins parts",
    )


def read_shard(arguments: argparse.Namespace) -> Shard:
    """Of `--shard` and its options. Raises `InputError`."""
    text = arguments.shard
    found = _FORM.fullmatch(text)
    shard = Shard(int(found[1]), int(found[2])) if found else Shard(0, 0)
    if not 1 <= shard.index <= shard.count <= MOST_PARTS:
        raise InputError(
            f"--shard is '{text}'; it must be I/N, part I of N parts, such as 3/64: "
            f"I from 1 to N, and N at most {MOST_PARTS:,}"
        )
    if arguments.store is None:
        raise InputError("--shard needs --store FILE, the file that keeps the part's runs")
    for name in _NEEDS_ALL:
        if getattr(arguments, name):
            raise InputError(
                f"--shard computes a part of the runs; it does not go with --{name}: "
                "join the parts with ./lab store merge and sweep with --store of all"
            )
    return shard


def check_seeds_are_known(expansion: Expansion) -> None:
    """How many seeds a precision takes follows from all runs. Raises `InputError`."""
    if expansion.definition.replications.precision is not None:
        raise InputError(
            "--shard: the experiment adds seeds until a precision is reached, which takes the runs "
            "of all parts; give a number of seeds instead (--seeds N)"
        )


def print_part(shard: Shard, unit_count: int, all_count: int, store_path: Path) -> None:
    """The present contents of the store."""
    print(
        f"Part {shard.index} of {shard.count}: its {unit_count:,} of {all_count:,} runs are in "
        f"'{store_path}'.",
        file=sys.stderr,
    )
