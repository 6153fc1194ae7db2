"""`store`: what sweeps keep their runs in."""

import argparse
from pathlib import Path

from lab_cli.kit.output_file import check_writable
from lab_exec import behaviour_version, core_version
from lab_exec.errors import InputError
from lab_exec.experiments.store import Merged, open_store


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares options and arguments."""
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    merge = actions.add_parser(
        "merge",
        help="put the runs of several stores into one",
        description="Put the runs of several stores into one, such as those of sweep --shard. "
        "Runs that are in OUT already stay; the parts are not changed.",
    )
    merge.add_argument("out", type=Path, metavar="OUT", help="made if there is none")
    merge.add_argument("parts", type=Path, nargs="+", metavar="PART")


def run(arguments: argparse.Namespace) -> int:
    """Merges and says how much came."""
    out: Path = arguments.out
    check_writable(out)
    for part in arguments.parts:
        if not part.is_file():
            raise InputError(f"There is no store '{part}'")
        if out.exists() and part.samefile(out):
            raise InputError(f"'{part}' is both OUT and a part")
    with open_store(out, behaviour_version(), core_version()) as store:
        merged = [store.merge(part) for part in arguments.parts]
    whole = Merged(sum(each.new_count for each in merged), sum(each.known_count for each in merged))
    known = f", {whole.known_count:,} were there already" if whole.known_count else ""
    print(f"{whole.new_count:,} runs of {len(merged)} stores are in '{out}'{known}.")
    return 0
