"""The experiments behind the papers: one JSON file each in `definitions/`."""

from functools import cache
from importlib.resources import files
from typing import Any, Final, Literal

from lab_model.experiments import Expansion, read_experiment
from lab_model.papers.claims import PaperName
from lab_model.record import Record

DEFINITIONS_FOLDER: Final = files("lab_model.papers").joinpath("definitions")
DEFINITION_SUFFIX: Final = ".json"

Measures = Literal["units", "timeline"]


class ExperimentFile(Record):
    """An experiment of a paper: what for, and its definition."""

    paper: PaperName
    title: str
    purpose: str
    measures: Measures
    """`units`: the numbers of any experiment. `timeline`: numbers read off the series of each
    run, which no experiment keeps (`lab.papers.timeline_metrics`)."""
    is_shipped: bool
    """Results come with the repository; else it is offered with its size."""
    definition: dict[str, Any]
    """As docs/experiments.md has it."""


@cache
def load_experiments() -> dict[str, ExperimentFile]:
    """All experiments by key, in the order of their keys. Read once per process."""
    names = sorted(
        entry.name
        for entry in DEFINITIONS_FOLDER.iterdir()
        if entry.name.endswith(DEFINITION_SUFFIX)
    )
    return {
        name.removesuffix(DEFINITION_SUFFIX): ExperimentFile.model_validate_json(
            DEFINITIONS_FOLDER.joinpath(name).read_bytes()
        )
        for name in names
    }


@cache
def expansion_of(key: str) -> Expansion:
    """The cells of an experiment. Raises `InvalidExperimentError`, which a test rules out."""
    return read_experiment(load_experiments()[key].definition)
