"""The rules of entries of the league."""

import hashlib
import secrets
from typing import Final

import numpy as np
from sqlalchemy import func
from sqlalchemy.orm import Session

from lab.errors import InvalidInput, LimitReached, NotFound, NotYours, WrongState
from lab.experiments import service as experiments
from lab.experiments.quota import Quota
from lab.experiments.schemas import ExperimentCreate
from lab.experiments.values import read_values
from lab.kit.cache import Cache
from lab.league_entries import repository
from lab.league_entries.schemas import EntryCreate, EntryRead, EntryState
from lab.models import AlgorithmModule, Experiment, LeagueEntry
from lab.modules import service as modules
from lab.results import repository as results
from lab_model.evaluation import Evaluated
from lab_model.evaluation.evaluated import LEAGUE_NUMBERS, EvaluatedSituation
from lab_model.evaluation.experiment import SEED_COUNT, entry_experiment, entry_situations
from lab_model.experiments.json_lists import or_null
from lab_model.modules import NAME_PREFIX
from lab_model.scenarios import scenario_digest

MOST_ENTRIES: Final = 100
MOST_OF_OWNER: Final = 5
"""With hundreds of entries one algorithm could be entered under hundreds of draws."""

OWNER_OF_EXPERIMENTS: Final = hashlib.sha256(b"the league of this lab").digest()
"""No key has this digest, as none has a blank in it: no user can stop, extend or delete them."""

# Far from the seeds of shipped results, and with room for all that follow the first.
_LEAST_SEED: Final = 2**32
_SEED_ROOM: Final = 2**52

_MOST_KEPT: Final = 256

# By experiment and revision: done ones never change.
_KEPT: Final[Cache[tuple[object, ...], Evaluated]] = Cache(_MOST_KEPT)


def enter(session: Session, owner_key_hash: bytes, wanted: EntryCreate, quota: Quota) -> EntryRead:
    """Let a module take part; a repeated request gets the entry.

    Raises NotFound, NotYours, InvalidInput, LimitReached and WrongState.
    """
    repository.hold_entries(session)
    module = _own_module(session, owner_key_hash, wanted.sha256)
    entry = repository.get(session, wanted.sha256)
    if entry is not None and entry.experiment_id is not None:
        if entry.owner_key_hash != owner_key_hash:
            raise WrongState("This module is in the league already: another user has entered it.")
        experiment = experiments.require(session, entry.experiment_id)
        if _state(session, experiment) != "outdated":
            return _read(session, owner_key_hash, (entry, experiment, module))
        _end(session, entry)
    _require_room(session, owner_key_hash)
    if entry is None:
        first_seed = _LEAST_SEED + secrets.randbelow(_SEED_ROOM)
        entry = LeagueEntry(sha256=module.sha256, first_seed=first_seed)
    definition = entry_experiment(NAME_PREFIX + module.sha256, entry.first_seed)
    create = ExperimentCreate(experiment=definition, name=definition.name)
    made = experiments.create(session, OWNER_OF_EXPERIMENTS, create, quota)
    entry.owner_key_hash = owner_key_hash
    entry.author = wanted.author
    entry.entered_at = func.now()
    entry.withdrawn_at = None
    entry.experiment_id = made.id
    session.add(entry)
    session.flush()
    session.refresh(entry)
    return _read(session, owner_key_hash, (entry, experiments.require(session, made.id), module))


def listed(session: Session, owner_key_hash: bytes | None) -> list[EntryRead]:
    """All that take part, in the order in which they were entered."""
    return [_read(session, owner_key_hash, row) for row in repository.standing(session)]


def withdraw(session: Session, owner_key_hash: bytes, sha256: str) -> None:
    """Take a module out, with its numbers. Raises NotFound and NotYours."""
    repository.hold_entries(session)
    entry = repository.get(session, sha256)
    if entry is None or entry.experiment_id is None:
        raise NotFound(f"Module {sha256} is not in the league.")
    if entry.owner_key_hash != owner_key_hash:
        raise NotYours(f"Module {sha256} was entered by another user.")
    _end(session, entry)
    modules.delete_unkept(session, sha256)


def ranked(session: Session) -> dict[str, tuple[str, Evaluated]]:
    """Title and numbers of those that are done, by the name of their module."""
    return {
        NAME_PREFIX + entry.sha256: (
            title_in_league(entry, module),
            evaluated(session, entry, experiment),
        )
        for entry, experiment, module in repository.standing(session)
        if _state(session, experiment) == "done"
    }


def give(session: Session, *, giver: bytes, taker: bytes) -> None:
    """Every entry of one owner is another's now."""
    repository.give(session, giver=giver, taker=taker)


def _own_module(session: Session, owner_key_hash: bytes, sha256: str) -> AlgorithmModule:
    module = repository.lock_module(session, sha256)
    if module is None:
        raise NotFound(f"This lab has no module {sha256}. It may have been deleted.")
    if not modules.is_kept_by(session, sha256, owner_key_hash):
        raise NotYours(f"Module {sha256} is not among yours; store it first.")
    given = {
        "source": module.source_text,
        "build line": module.build_line,
        "licence": module.licence,
    }
    missing = [name for name, text in given.items() if not text.strip()]
    if missing:
        message = (
            f"sha256 is a module without its {' and '.join(missing)}; anyone can read, build and "
            "use a module in the league. Store it again with them."
        )
        raise InvalidInput.of_field("sha256", message)
    return module


def _require_room(session: Session, owner_key_hash: bytes) -> None:
    every, own = repository.counts(session, owner_key_hash)
    if own >= MOST_OF_OWNER:
        raise LimitReached(
            f"You have {own} modules in the league, the maximum. Withdraw one first."
        )
    if every >= MOST_ENTRIES:
        raise LimitReached(f"The league has {every} entries, the maximum.")


def _end(session: Session, entry: LeagueEntry) -> None:
    """Forget the experiment; the row stays for its seeds."""
    experiment_id, entry.experiment_id = entry.experiment_id, None
    entry.withdrawn_at = func.now()
    session.flush()
    if experiment_id is not None:
        experiments.delete(session, OWNER_OF_EXPERIMENTS, experiment_id)


def _state(session: Session, experiment: Experiment) -> EntryState:
    if experiment.status == "paused":
        return "paused"
    if experiment.status == "running":
        has_begun = experiment.done_count + experiment.failed_count > experiment.stored_count
        is_running = has_begun or repository.runs_now(session, experiment.id)
        return "running" if is_running else "waiting"
    newest = results.newest_core(session)
    if newest is not None and newest.behaviour != experiment.behaviour_version:
        return "outdated"
    return "done" if experiment.done_count == experiment.unit_count else "failed"


def _read(session: Session, owner_key_hash: bytes | None, row: repository.Row) -> EntryRead:
    entry, experiment, module = row
    state = _state(session, experiment)
    is_over = experiment.status in ("done", "cancelled")
    reasons = experiments.failure_reasons(session, experiment.id) if experiment.failed_count else []
    if experiment.pause_reason is not None:
        reasons.append(experiment.pause_reason)
    return EntryRead(
        name=NAME_PREFIX + entry.sha256,
        sha256=entry.sha256,
        title=str(module.description["title"]),
        author=entry.author,
        build_line=module.build_line,
        licence=module.licence,
        state=state,
        reasons=reasons,
        unit_count=experiment.unit_count,
        finished_unit_count=experiment.done_count,
        failed_unit_count=experiment.failed_count,
        first_seed=entry.first_seed if is_over else None,
        seed_count=SEED_COUNT,
        experiment_id=experiment.id if is_over else None,
        behaviour_version=experiment.behaviour_version,
        entered_at=entry.entered_at,
        is_mine=entry.owner_key_hash == owner_key_hash,
    )


def evaluated(session: Session, entry: LeagueEntry, experiment: Experiment) -> Evaluated:
    """The numbers of an entry whose runs are all done."""
    key = (experiment.id, experiment.created_at, experiment.revision)
    found = _KEPT.get(key)
    if found is None:
        found = _read_numbers(session, entry, experiment)
        _KEPT.put(key, found)
    return found


def title_in_league(entry: LeagueEntry, module: AlgorithmModule) -> str:
    """`Mine, Ann`: its title and its author."""
    title = str(module.description["title"])
    return f"{title}, {entry.author}" if entry.author else title


def _read_numbers(session: Session, entry: LeagueEntry, experiment: Experiment) -> Evaluated:
    algorithm = {"name": NAME_PREFIX + entry.sha256}
    tables = read_values(session, experiment, list(LEAGUE_NUMBERS))
    return Evaluated(
        algorithm=algorithm,
        behaviour_version=experiment.behaviour_version or 0,
        core_version=experiment.core_version or "",
        seeds=list(range(entry.first_seed, entry.first_seed + SEED_COUNT)),
        situations={
            item.id: EvaluatedSituation(
                scenario_digest=scenario_digest(item.scenario_with(algorithm)),
                numbers={
                    name: or_null(np.asarray(table[cell]))
                    for name, table in zip(LEAGUE_NUMBERS, tables, strict=True)
                },
            )
            for cell, item in enumerate(entry_situations())
        },
    )
