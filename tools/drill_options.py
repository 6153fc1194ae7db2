"""The options of `./lab drill`."""

import argparse
from pathlib import Path


def drill_options(parser: argparse.ArgumentParser) -> None:
    """Which faults, and of what."""
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the table's rows as JSON")
    parser.add_argument(
        "--large",
        action="store_true",
        help="only the experiment of 50,000 runs; takes some minutes",
    )
    parser.add_argument(
        "--class",
        dest="crowd",
        action="store_true",
        help="only a class of 200 students, once undisturbed and once while parts are killed",
    )
    parser.add_argument(
        "--viewers",
        action="store_true",
        help="only 200 people with streams and mixed requests for five minutes",
    )
    parser.add_argument(
        "--memory",
        type=Path,
        metavar="FILE.csv",
        help="with --viewers: the lab's memory over the time, also drawn as FILE.svg",
    )
    parser.add_argument(
        "--starts",
        action="store_true",
        help="only how long starts take, and a first run after each",
    )
    parser.add_argument(
        "--storm",
        action="store_true",
        help="only a stream of runs and an experiment under random faults",
    )
    parser.add_argument("--runs", type=int, metavar="N", help="runs of the storm (default: 1000)")
    parser.add_argument("--faults", type=int, metavar="M", help="its faults (default: 100)")
    parser.add_argument("--seed", type=int, metavar="S", help="its seed (default: any, printed)")
