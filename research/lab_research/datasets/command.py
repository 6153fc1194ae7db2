"""`datasets`: what the lab has measured, as data sets for others, and their deposit at Zenodo."""

import argparse
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final, get_args

from lab_cli.kit.output_file import whole_file
from lab_cli.report.bbr3.catalogue import load_cases
from lab_cli.report.bbr3.judged import judge
from lab_cli.report.bbr3.observed import SEED
from lab_exec import core_version
from lab_exec.errors import InputError
from lab_model.datasets import DataSet, dataset_files, dataset_zip
from lab_model.datasets.rows import COUNT, FLAG, TEXT, Described, table_of
from lab_model.kernel.dataset import kernel_dataset
from lab_model.papers.claims import PaperName
from lab_model.papers.dataset import paper_dataset
from lab_model.scenarios import canonical_scenario
from lab_research.datasets.deposit import write_deposit

_CASES: Final[tuple[Described, ...]] = (
    ("number", COUNT, "In the order of the draft"),
    ("case", TEXT, "Name of the check"),
    ("title", TEXT, "As in the draft"),
    ("setting", TEXT, "What the scenario does for it"),
    ("holds", FLAG, "Whether the run showed what the draft expects"),
    ("measured", TEXT, "What it showed, in words and numbers"),
    ("seed", COUNT, "Seed of the run"),
    ("summary_digest", TEXT, "SHA-256 of the result, of which the table of the docs shows a part"),
    ("scenario", TEXT, "The scenario (JSON)"),
    ("link", TEXT, "Opens the scenario in any lab: put the lab's address before it"),
)


def cases_dataset() -> DataSet:
    """Computes the cases; takes seconds."""
    outcomes = [judge(case) for case in load_cases()]
    rows = (
        [
            outcome.case.number,
            outcome.case.id,
            outcome.case.title,
            outcome.case.setting,
            outcome.verdict == "holds",
            outcome.measured,
            SEED,
            outcome.digest or None,
            canonical_scenario(outcome.case.valid_scenario),
            outcome.case.link,
        ]
        for outcome in outcomes
    )
    held = sum(outcome.verdict == "holds" for outcome in outcomes)
    return DataSet(
        name="fairtt-lab-bbr3-cases",
        title="The test cases of the IETF's BBRv3 draft in a packet-level simulator",
        summary=(
            f"{len(outcomes)} situations that draft-ietf-ccwg-bbr names as tests, each as a "
            f"scenario, with what a run of BBRv3 showed in it; {held} hold."
        ),
        method="One run of each, judged by a check per case.",
        limits=("A check sees what the draft asks for in that situation and nothing more.",),
        sources=("draft-ietf-ccwg-bbr, https://datatracker.ietf.org/doc/draft-ietf-ccwg-bbr/",),
        core_versions=(core_version(),),
        tables=(table_of("cases", "A test case and what it showed.", _CASES, rows),),
    )


_MADE_BY: Final[dict[str, Callable[[], DataSet]]] = {
    **{name: partial(paper_dataset, name) for name in get_args(PaperName)},
    "linux": kernel_dataset,
    "bbr3-cases": cases_dataset,
}
"""What makes each data set, by name."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares options and arguments."""
    parser.add_argument("folder", type=Path, metavar="DIR", help="where to write; made if needed")
    parser.add_argument(
        "--only",
        action="append",
        choices=list(_MADE_BY),
        metavar="NAME",
        help=f"only this one (repeatable): {', '.join(_MADE_BY)}",
    )
    parser.add_argument(
        "--deposit",
        action="store_true",
        help="prepare a deposit at Zenodo instead: the data sets as ZIP, the committed sources, "
        "the fingerprints of the core's behaviour, metadata and checksums",
    )


def run(arguments: argparse.Namespace) -> int:
    """Writes the data sets, each into a folder of its own."""
    folder: Path = arguments.folder
    if arguments.deposit and arguments.only:
        raise InputError("--deposit has every data set: leave out --only")
    if folder.exists() and not folder.is_dir():
        raise InputError(f"'{folder}' is a file; DIR must be a folder")
    folder.mkdir(parents=True, exist_ok=True)
    for name in arguments.only or _MADE_BY:
        dataset = _MADE_BY[name]()
        if arguments.deposit:
            with whole_file(folder / f"{dataset.name}.zip") as path, path.open("wb") as file:
                file.writelines(dataset_zip(dataset))
        else:
            _write_files(folder / dataset.name, dataset)
        rows = sum(table.data.num_rows for table in dataset.tables)
        sys.stdout.write(f"{dataset.name}: {len(dataset.tables)} tables, {rows:,} rows\n")
    if arguments.deposit:
        write_deposit(folder)
    return 0


def _write_files(folder: Path, dataset: DataSet) -> None:
    for name, content in dataset_files(dataset).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        with whole_file(path) as partial_path:
            partial_path.write_bytes(content)
