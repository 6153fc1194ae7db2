"""`slurm`: a job script that computes an experiment in parts, on a cluster or with GNU parallel."""

import argparse
import re
import shlex
from pathlib import Path
from typing import Final

import lab_cli
from lab_cli.kit.scenario_input import STDIN
from lab_cli.sweep.input import read_sweep
from lab_cli.sweep.shard import MOST_PARTS, Shard, check_seeds_are_known
from lab_exec.errors import InputError
from lab_exec.experiments.store import SUFFIX

LAB: Final = Path(lab_cli.__file__).parents[2] / "lab"
DEFAULT_PARTS: Final = 64
MOST_PROCESSORS: Final = 1024
_TIME: Final = re.compile(r"(\d+-)?\d{1,3}(:\d{2}){0,2}")
"""Of `--time`: minutes, minutes:seconds, hours:minutes:seconds, or days before any of these."""

_SCRIPT: Final = """\
#!/bin/bash
# {what}: {run_count:,} runs in {parts} parts. Made by ./lab slurm.
#
# On a cluster:        sbatch {script}
# Without one:         seq {parts} | parallel bash {script}
# Parts that failed, were killed or ran out of time: the same again; finished units are kept.
# Afterwards:          {lab} store merge {store} {folder}/part-*{suffix}
#                      {lab} sweep {experiment} --store {store}
#SBATCH --job-name={name}
#SBATCH --array=1-{parts}
#SBATCH --cpus-per-task={processors}
#SBATCH --time={time}
#SBATCH --output=%x-part-%a.log
#SBATCH --requeue
set -eu
part=${{SLURM_ARRAY_TASK_ID:-${{1:?the number of the part, 1 to {parts}}}}}
mkdir -p {folder}
exec {lab} sweep {experiment} {options}\\
    --shard "$part/{parts}" --store "{folder}/part-$part{suffix}" \\
    --jobs "${{SLURM_CPUS_PER_TASK:-1}}"
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares options and arguments."""
    parser.add_argument("experiment", metavar="EXPERIMENT.json", help="of ./lab sweep")
    parser.add_argument(
        "--parts", metavar="N", help=f"tasks of the array (default: {DEFAULT_PARTS})"
    )
    parser.add_argument("--cpus", metavar="N", help="processors of a task (default: 1)")
    parser.add_argument(
        "--time", default="04:00:00", metavar="HH:MM:SS", help="of a task (default: 04:00:00)"
    )
    parser.add_argument(
        "--folder",
        metavar="FOLDER",
        help="for the stores of the parts, seen by all nodes (default: EXPERIMENT.json.parts)",
    )
    parser.add_argument("--seeds", metavar="N", help="runs per cell (default: the experiment's)")
    parser.add_argument("--first-seed", metavar="N", help="first seed (default: the experiment's)")
    parser.set_defaults(
        vary=[], store=None, precision=None, precision_of=None, most_seeds=None, most_runs=None
    )


def run(arguments: argparse.Namespace) -> int:
    """Prints the script; every cell of the experiment was checked then."""
    if arguments.experiment == STDIN:
        raise InputError("The experiment is read again by every task: give the name of a file")
    expansion = read_sweep(arguments).expansion
    check_seeds_are_known(expansion)
    run_count = len(Shard(1, 1).units_of(expansion))
    wanted = _number(arguments.parts, "--parts", MOST_PARTS, DEFAULT_PARTS)
    if not _TIME.fullmatch(arguments.time):
        raise InputError(f"--time is '{arguments.time}'; it must be like 04:00:00, or 1-12:00:00")
    path = Path(arguments.experiment).resolve()
    folder = Path(arguments.folder or f"{path}.parts").resolve()
    options = [
        f"--{name} {int(value)} "
        for name, value in (("seeds", arguments.seeds), ("first-seed", arguments.first_seed))
        if value is not None
    ]
    print(
        _SCRIPT.format(
            what=_one_line(expansion.definition.name),
            run_count=run_count,
            parts=min(wanted, run_count),
            processors=_number(arguments.cpus, "--cpus", MOST_PROCESSORS, 1),
            time=arguments.time,
            name=re.sub(r"[^A-Za-z0-9_.-]+", "-", path.stem) or "sweep",
            lab=shlex.quote(str(LAB)),
            experiment=shlex.quote(str(path)),
            store=shlex.quote(f"{path}{SUFFIX}"),
            folder=_plain_folder(folder),
            options="".join(options),
            suffix=SUFFIX,
            script="job.sh",
        ),
        end="",
    )
    return 0


def _number(text: str | None, option: str, most: int, default: int) -> int:
    if text is None:
        return default
    if not re.fullmatch("[0-9]{1,9}", text) or not 1 <= int(text) <= most:
        raise InputError(f"{option} is '{text}'; it must be a whole number from 1 to {most:,}")
    return int(text)


def _one_line(text: str) -> str:
    """Within a comment of the script."""
    return " ".join(text.split()) or "An experiment"


def _plain_folder(folder: Path) -> str:
    """As it is: it stands within double quotes and in a pattern."""
    text = str(folder)
    if re.fullmatch(r"[\w@+=:,./-]+", text, re.ASCII) is None:
        raise InputError(
            f"The folder '{text}' has characters that need quoting in a script; give another "
            "with --folder"
        )
    return text
