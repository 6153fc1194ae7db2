"""`experiment import`: take the runs of a store into an experiment of a lab.

The lab puts them aside, draws by lot which of them its own workers compute as well, and takes all
or none.
"""

import argparse
import hashlib
import json
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeVar
from uuid import UUID

from lab_cli.experiment.parts import StoredRuns, parts_of, read_runs
from lab_cli.kit.lab_connection import (
    LabConnection,
    RefusedError,
    UnreachableError,
    add_address_arguments,
    read_address,
    read_token,
)
from lab_exec.errors import InputError, RunFailedError
from lab_model.experiments import Expansion, InvalidExperimentError, read_experiment

PATIENCE_S: Final = 120.0
"""With a lab that does not answer, or says that it cannot now."""
PAUSE_S: Final = 1.0
LOOK_AGAIN_S: Final = 0.5
_ALL_PERCENT: Final = 100
_MOST_WORDS: Final = 200
Answer = TypeVar("Answer")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares options and arguments."""
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    bring = actions.add_parser(
        "import",
        help="take the runs of a store into an experiment of a lab",
        description="Take the runs of a store into an experiment of a lab. The lab computes some "
        "of them again, drawn by lot, and takes all or none. Importing a store again "
        "adds nothing twice.",
    )
    bring.add_argument("store", type=Path, metavar="STORE", help="of ./lab sweep or store merge")
    bring.add_argument(
        "experiment",
        metavar="EXPERIMENT",
        help="its id or address in the lab, or EXPERIMENT.json, which is then made there",
    )
    add_address_arguments(bring)
    bring.add_argument(
        "--owner-key",
        metavar="FILE|VARIABLE",
        help="a file with the key that the experiment belongs to, or an environment variable that "
        "has it (default: it has no owner)",
    )
    bring.add_argument(
        "--computed-by", default="", metavar="WORDS", help="who computed it, for all readers"
    )
    bring.add_argument(
        "--check",
        metavar="PERCENT",
        help="let the lab compute this many percent again, if that is more than it would",
    )


def run(arguments: argparse.Namespace) -> int:
    """Brings the runs, waits for what the lab finds, and says it."""
    store_path: Path = arguments.store
    if not store_path.is_file():
        raise InputError(f"There is no store '{store_path}'")
    if len(arguments.computed_by) > _MOST_WORDS:
        raise InputError(f"--computed-by has more than {_MOST_WORDS} characters")
    ratio = _ratio(arguments.check)
    key = ""
    if arguments.owner_key is not None:
        key = read_token(arguments.owner_key, option="--owner-key", what="key")
    address = read_address(
        arguments.url, key, arguments.ca, plain_http=arguments.plain_http, is_owner=True
    )
    with LabConnection(address) as connection:
        lab = _Lab(connection, address.url)
        try:
            return _bring(lab, store_path, arguments.experiment, arguments.computed_by, ratio)
        except RefusedError as error:
            raise RunFailedError(f"The lab refuses it: {error}") from None


@dataclass
class _Lab:
    """Asks again what was not answered."""

    connection: LabConnection
    url: str

    def ask(
        self, method: str, path: str, body: Mapping[str, Any] | None = None, key: str = ""
    ) -> dict[str, Any]:
        """Every request here may be repeated."""
        return _patiently(
            lambda: self.connection.ask(method, path, body, idempotency_key=key), self.url
        )


def _bring(lab: _Lab, store_path: Path, named: str, computed_by: str, ratio: float | None) -> int:
    experiment_id = _id_in(named)
    if experiment_id is None:
        # Read before anything is made in the lab: a store of something else makes no experiment.
        runs = read_runs(store_path, _expansion_of_file(Path(named)))
        experiment_id = _made(lab, runs.expansion, Path(named))
    else:
        held = lab.ask("GET", f"experiments/{experiment_id}")
        runs = read_runs(store_path, _expansion(held["experiment"]))
    imports = f"experiments/{experiment_id}/imports"
    begin = {
        "core_version": runs.core_version,
        "behaviour_version": runs.behaviour_version,
        "computed_by": computed_by,
        "check_ratio": ratio,
    }
    import_id = lab.ask("POST", imports, begin)["id"]
    _send(lab, f"{imports}/{import_id}/parts", runs, store_path)
    imported = lab.ask("POST", f"{imports}/{import_id}/check")
    page = f"{lab.url}/experiments/{experiment_id}"
    if imported["unit_count"] == 0 and imported["status"] == "accepted":
        print(f"The experiment has all of these runs already: {page}")
        return 0
    return _wait(lab, experiment_id, imported, page)


def _send(lab: _Lab, path: str, runs: StoredRuns, store_path: Path) -> None:
    sent_count = 0
    for part, count in parts_of(runs, store_path):
        lab.ask("POST", path, part)
        sent_count += count
        _say(f"{sent_count:,} of {runs.unit_count:,} runs sent.")


def _wait(lab: _Lab, experiment_id: UUID, imported: dict[str, Any], page: str) -> int:
    if imported["status"] == "checking":
        _say(
            f"The lab computes {imported['drawn_count']:,} of them, drawn by lot {imported['lot']}."
        )
    while imported["status"] == "checking":
        time.sleep(LOOK_AGAIN_S)
        shown = lab.ask("GET", f"experiments/{experiment_id}")["imports"]
        found = [each for each in shown if each["id"] == imported["id"]]
        if not found:
            raise RunFailedError("The import no longer exists: was the experiment deleted?")
        [imported] = found
    if imported["status"] == "refused":
        raise RunFailedError(f"The store is refused. {imported['reason']}")
    print(
        f"{imported['unit_count']:,} runs are in the experiment, {imported['compared_count']:,} of "
        f"them computed there as well and equal: {page}"
    )
    return 0


def _made(lab: _Lab, expansion: Expansion, path: Path) -> UUID:
    """The experiment of a definition: the one that was made before, if this is a second try."""
    definition = expansion.definition.to_json()
    text = json.dumps(definition, sort_keys=True)
    key = hashlib.sha256(f"import {text}".encode()).hexdigest()
    body = {"experiment": definition, "name": expansion.definition.name or path.stem}
    return UUID(lab.ask("POST", "experiments", body, key)["id"])


def _id_in(text: str) -> UUID | None:
    """Of an id, or of the address of an experiment's page."""
    try:
        return UUID(text.rstrip("/").rpartition("/")[2])
    except ValueError:
        return None


def _expansion_of_file(path: Path) -> Expansion:
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(f"'{path}' cannot be read: {error.strerror}") from None
    except ValueError as error:
        raise InputError(f"'{path}' is not JSON: {error}") from None
    return _expansion(data)


def _expansion(definition: Any) -> Expansion:
    try:
        return read_experiment(definition)
    except InvalidExperimentError as error:
        raise InputError(*(problem.message for problem in error.problems)) from None


def _ratio(text: str | None) -> float | None:
    if text is None:
        return None
    try:
        percent = float(text)
    except ValueError:
        percent = 0.0
    if not 0 < percent <= _ALL_PERCENT:
        raise InputError(f"--check is '{text}'; it must be percent, more than 0 and at most 100")
    return percent / _ALL_PERCENT


def _patiently(ask: Callable[[], Answer], url: str) -> Answer:
    until_s = time.monotonic() + PATIENCE_S
    while True:
        try:
            return ask()
        except UnreachableError as error:
            pause_s = error.retry_after_s or PAUSE_S
            if time.monotonic() + pause_s > until_s:
                raise RunFailedError(f"{url} does not answer: {error}") from None
        time.sleep(pause_s)


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)
