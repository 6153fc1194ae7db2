"""What the runs of an entry gave, as the league takes it."""

from typing import Final

import numpy as np
from sqlalchemy.orm import Session

from lab.experiments.values import read_values
from lab.kit.memory import Memory
from lab.models import AlgorithmModule, Experiment, LeagueEntry
from lab_model.evaluation import Evaluated
from lab_model.evaluation.evaluated import LEAGUE_NUMBERS, EvaluatedSituation
from lab_model.evaluation.experiment import SEED_COUNT, entry_situations
from lab_model.experiments.numerals import or_null
from lab_model.modules import NAME_PREFIX
from lab_model.scenarios import scenario_digest

_MOST_KEPT: Final = 256

# By experiment and revision: done ones never change.
_KEPT: Final[Memory[tuple[object, ...], Evaluated]] = Memory(_MOST_KEPT)


def evaluated(session: Session, entry: LeagueEntry, experiment: Experiment) -> Evaluated:
    """The numbers of an entry whose runs are all done."""
    key = (experiment.id, experiment.created_at, experiment.revision)
    found = _KEPT.get(key)
    if found is None:
        found = _read(session, entry, experiment)
        _KEPT.put(key, found)
    return found


def title_in_league(entry: LeagueEntry, module: AlgorithmModule) -> str:
    """`Mine, Ann`: what it calls itself, and who wrote it."""
    title = str(module.description["title"])
    return f"{title}, {entry.author}" if entry.author else title


def _read(session: Session, entry: LeagueEntry, experiment: Experiment) -> Evaluated:
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
