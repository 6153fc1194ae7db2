"""The numbers of an algorithm in each situation, by seed: shipped or computed here."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final

from lab_model.record import Record

DATA_FOLDER: Final = files("lab_model.evaluation").joinpath("data")
BASELINES: Final = ("cubic", "newreno")
"""The standard ones that every report is read beside."""
STAND_IN: Final = BASELINES[-1]
"""In place of a module where none can be: in links, and in checks of the rest of a scenario."""

# Numbers of every situation in the league, whatever its report shows.
LEAGUE_NUMBERS: Final = ("jain_index", "utilisation_ratio", "mean_queue_s", "retransmit_ratio")


class EvaluatedSituation(Record):
    """One situation under all seeds."""

    scenario_digest: str
    numbers: dict[str, list[float | None]]
    """By name, in the order of the seeds; null where the run had no such number."""


class Evaluated(Record):
    """An algorithm in all situations."""

    algorithm: dict[str, Any]
    """As in a scenario: name, and the parameters that were set."""
    behaviour_version: int
    core_version: str
    """Of the simulator that computed it."""
    seeds: list[int]
    situations: dict[str, EvaluatedSituation]

    def values(self, situation_id: str, number: str) -> list[float | None]:
        """Values of a number by seed; all null where nothing is known."""
        found = self.situations.get(situation_id)
        nothing: list[float | None] = [None] * len(self.seeds)
        return nothing if found is None else found.numbers.get(number, nothing)


def number_names(situation_numbers: list[str], *, is_in_league: bool) -> list[str]:
    """The names of the numbers kept of a situation: those of its report and of the league, each
    once.
    """
    wanted = [*situation_numbers, *(LEAGUE_NUMBERS if is_in_league else ())]
    return list(dict.fromkeys(wanted))


@cache
def shipped_names() -> tuple[str, ...]:
    """The algorithms whose evaluation ships with the lab, by name."""
    names = (item.name for item in DATA_FOLDER.iterdir())
    return tuple(sorted(name[: -len(".json")] for name in names if name.endswith(".json")))


@cache
def load_shipped(name: str) -> Evaluated:
    """The shipped evaluation of an algorithm with its defaults. Raises FileNotFoundError."""
    return Evaluated.model_validate_json(DATA_FOLDER.joinpath(f"{name}.json").read_bytes())


def shipped() -> Mapping[str, Evaluated]:
    """All of them, by name."""
    return {name: load_shipped(name) for name in shipped_names()}
