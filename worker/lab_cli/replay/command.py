"""`replay`: computes a run again and says whether it gives the same bytes."""

import argparse
import hashlib
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final
from zipfile import ZipFile

from lab_cli.kit.link import Linked, is_link, read_link
from lab_cli.kit.progress import simulated_time_progress
from lab_cli.kit.scenario_input import read_seed, scenario_from_data
from lab_cli.kit.stored_experiment import (
    StoredExperiment,
    experiment_of_zip,
    is_experiment_zip,
)
from lab_cli.kit.stored_run import StoredRun, read_stored_run, require_modules
from lab_cli.kit.tables import ABSENT, print_table
from lab_cli.replay.experiment import replay_experiment
from lab_exec import Chunk, core_version, run_scenario
from lab_exec.computed_run import pieces
from lab_exec.errors import InputError
from lab_exec.held_modules import load_held
from lab_exec.parallel import job_count
from lab_exec.series_digest import UNDIGESTED
from lab_model.behaviour import behaviour_of
from lab_model.exports.formats.archive import SERIES_FILE
from lab_model.exports.long_form import csv_parts
from lab_model.exports.run import SeriesPiece
from lab_model.scenarios import summary_digest
from lab_model.scenarios.link import is_scenario_link

DIFFERENT: Final = 1

_SHOWN_DIGITS: Final = 16
_CORE: Final = "core version"
_BEHAVIOUR: Final = "behaviour version"
# They name the build that computed it; digests may be equal all the same.
_VERSIONS: Final = (_CORE, _BEHAVIOUR)
# So many runs side by side are read one by one.
_MOST_TABLES: Final = 6


@dataclass(frozen=True)
class Comparison:
    """One line of the table."""

    what: str
    stored: str | None
    """None: the file does not say, and nothing is compared."""
    computed: str

    @property
    def is_equal(self) -> bool:
        """True also where there is nothing to compare."""
        return self.stored is None or self.stored == self.computed


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares options and arguments."""
    parser.add_argument(
        "source",
        metavar="FILE|LINK",
        help="an exported .zip of a run or an experiment, a run or result as .json, or the address "
        "of a shared result",
    )
    parser.add_argument(
        "--scenario",
        metavar="FILE",
        help="scenario of a result that does not contain it, such as one from `./lab sim`",
    )
    parser.add_argument(
        "--seeds", metavar="N", help="only the first N seeds of each cell of an experiment"
    )
    parser.add_argument(
        "--cells", metavar="INDEX,...", help="only these cells of an experiment, counted from 0"
    )
    parser.add_argument(
        "--jobs", metavar="N", help="processes for an experiment (default: one per core)"
    )


def run(arguments: argparse.Namespace) -> int:
    """Compares every run of the source; 0 if all are equal, 1 if not."""
    process_count = job_count(arguments.jobs)
    linked = _read(arguments.source, arguments.scenario)
    experiments = [_part(stored, arguments.seeds, arguments.cells) for stored in linked.experiments]
    if (arguments.seeds or arguments.cells) and not experiments:
        raise InputError("--seeds and --cells are for experiments; this is not one")
    if len(linked.runs) > _MOST_TABLES:
        are_equal = [_replay_many(linked.runs)]
    else:
        are_equal = [_replay(stored) for stored in linked.runs]
    are_equal += [replay_experiment(stored, process_count) for stored in experiments]
    return 0 if all(are_equal) else DIFFERENT


def _read(source: str, scenario_name: str | None) -> Linked:
    if is_link(source):
        return read_link(source)
    if not is_scenario_link(source) and is_experiment_zip(Path(source)):
        return Linked([], [experiment_of_zip(Path(source))])
    stored = read_stored_run(source, scenario_name)
    if stored is None:
        raise InputError(
            f"'{source}' is a scenario without a result; there is nothing to compare (./lab sim "
            "runs it)"
        )
    return Linked([stored], [])


def _part(
    stored: StoredExperiment, seed_text: str | None, cell_text: str | None
) -> StoredExperiment:
    most = len(stored.expansion.seeds)
    if seed_text is not None and (not seed_text.isdecimal() or not 1 <= int(seed_text) <= most):
        raise InputError(f"--seeds is '{seed_text}'; it must be a whole number from 1 to {most}")
    last = stored.expansion.cell_count - 1
    words = [] if cell_text is None else cell_text.split(",")
    for word in words:
        if not word.isdecimal() or int(word) > last:
            raise InputError(f"--cells has '{word}'; the cells of this experiment are 0 to {last}")
    return stored.part(
        None if seed_text is None else int(seed_text), set(map(int, words)) if words else None
    )


def _replay_many(runs: list[StoredRun]) -> bool:
    """One table with a row per run: a comparison has many."""
    rows = []
    are_equal = []
    everything: list[Comparison] = []
    for stored in runs:
        comparisons = compare(stored)
        everything += comparisons
        version, summary = _of(_CORE, comparisons), _of("summary digest", comparisons)
        different = _different(comparisons)
        are_equal.append(not different)
        verdict = f"different: {', '.join(different)}" if different else "equal"
        digests = [_shown(summary.stored), _shown(summary.computed)]
        rows.append([stored.name, str(stored.seed), _shown(version.stored), *digests, verdict])
    header = ["", "seed", "core then", "summary digest", "computed", ""]
    several = [] if all(are_equal) else [f"{are_equal.count(False)} of {len(runs)} runs"]
    caption = _conclusion(several, everything)
    print_table(f"{len(runs)} runs", header, rows)
    print(f"{caption} This is core {core_version()}.")
    return all(are_equal)


def _different(comparisons: list[Comparison]) -> list[str]:
    return [one.what for one in comparisons if not one.is_equal and one.what not in _VERSIONS]


def _of(what: str, comparisons: list[Comparison]) -> Comparison:
    return next(one for one in comparisons if one.what == what)


def _replay(stored: StoredRun) -> bool:
    comparisons = compare(stored)
    different = _different(comparisons)
    print_table(
        f"{stored.name or 'A run'}, seed {stored.seed}",
        ["", "stored", "computed", ""],
        [
            [one.what, _shown(one.stored), _shown(one.computed), _verdict(one)]
            for one in comparisons
        ],
        _conclusion(different, comparisons),
    )
    return not different


def compare(stored: StoredRun) -> list[Comparison]:
    """Versions first, then every digest, stored and computed."""
    scenario = scenario_from_data(stored.scenario)
    require_modules(stored.scenario, stored.modules, stored.name or "The run")
    seed = read_seed(str(stored.seed))
    archive = stored.open_series()
    held, left_out = (None, frozenset[str]()) if archive is None else _held_series(archive)
    rows = _CsvDigest(scenario.sample_interval_s, left_out)
    on_chunk = None if held is None else rows.update
    with simulated_time_progress(scenario.duration_s) as on_progress:
        computed = run_scenario(
            scenario,
            seed,
            on_chunk=on_chunk,
            on_progress=on_progress,
            modules=load_held(scenario, stored.modules),
        )
    names = ("scenario digest", "summary digest", "series digest")
    comparisons = [
        Comparison(_CORE, stored.result["core_version"], computed["core_version"]),
        _behaviours(stored.result, computed),
        *(
            Comparison(name, stored.result.get(key), computed[key])
            for name, key in ((name, name.replace(" ", "_")) for name in names)
        ),
        Comparison("numbers of the result", _digest_of(stored.result), computed["summary_digest"]),
    ]
    if held is not None:
        comparisons.append(Comparison(SERIES_FILE, held, rows.hexdigest()))
    return comparisons


def _held_series(archive: ZipFile) -> tuple[str, frozenset[str]]:
    """The digest of the file of series, and the metrics that came after it was written and that no
    digest covers: they are left out of the comparison.
    """
    digest = hashlib.sha256()
    present: set[bytes] = set()
    with archive, archive.open(SERIES_FILE) as file:
        for line in file:
            digest.update(line)
            present.update(line.split(b",", 3)[2:3])
    return digest.hexdigest(), UNDIGESTED - {name.decode(errors="replace") for name in present}


def _behaviours(stored: dict[str, Any], computed: dict[str, Any]) -> Comparison:
    found = behaviour_of(stored)
    if found is None and stored["core_version"] == computed["core_version"]:
        found = computed["behaviour_version"]
    return Comparison(
        _BEHAVIOUR, "unknown" if found is None else str(found), str(computed["behaviour_version"])
    )


def _digest_of(result: dict[str, Any]) -> str:
    """Of the numbers that the file holds: they may have been changed."""
    return summary_digest(result["summary"], result["flows"])


class _CsvDigest:
    """Of the CSV file that the chunks of a run make."""

    def __init__(self, sample_interval_s: float, left_out: frozenset[str]) -> None:
        self._sample_interval_s = sample_interval_s
        self._left_out = left_out
        self._hash = hashlib.sha256()
        self._is_empty = True

    def update(self, chunk: Chunk) -> None:
        """Adds the rows of the next chunk; the header stands once."""
        parts = csv_parts(map(self._compared, pieces(chunk)), self._sample_interval_s)
        header = next(parts)
        if self._is_empty:
            self._hash.update(header.encode())
            self._is_empty = False
        for part in parts:
            self._hash.update(part.encode())

    def hexdigest(self) -> str:
        """The digest of all rows so far."""
        return self._hash.hexdigest()

    def _compared(self, piece: SeriesPiece) -> SeriesPiece:
        if not self._left_out & piece.columns.keys():
            return piece
        kept = {
            name: column for name, column in piece.columns.items() if name not in self._left_out
        }
        return replace(piece, columns=kept)


def _shown(text: str | None) -> str:
    if text is None:
        return ABSENT
    return text if "+" in text else text[:_SHOWN_DIGITS]


def _verdict(comparison: Comparison) -> str:
    if comparison.stored is None:
        return "not stored"
    return "equal" if comparison.is_equal else "different"


def _conclusion(different: list[str], comparisons: list[Comparison]) -> str:
    unequal = {one.what for one in comparisons if not one.is_equal}
    if not different:
        return (
            "The same, by another core as well." if _CORE in unequal else "The same, bit for bit."
        )
    what = f"Not the same: {', '.join(different)}."
    if _BEHAVIOUR in unequal:
        return f"{what} It was computed by another core."
    return (
        f"{what} The core behaves the same, so either the file was changed or this is a fault: "
        "report it."
    )
