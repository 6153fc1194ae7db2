"""The pages of the papers, put together.

`read_paper` and `list_papers` answer from what is shipped; `build_paper` from any library, which
is how `./lab reproduce` prints the same tables from what it has just computed.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Final

from lab_model.papers.claims import PaperName, load_claims
from lab_model.papers.efra_page import efra_answer, efra_figures, efra_notes, efra_summary
from lab_model.papers.experiments import ExperimentFile, expansion_of, load_experiments
from lab_model.papers.fairtt_constants import fairtt_constants
from lab_model.papers.fairtt_mechanism import build_mechanism, other_reproduction
from lab_model.papers.fairtt_page import fairtt_answer, fairtt_figures, fairtt_summary
from lab_model.papers.fairtt_questions import consistency_notes, open_questions
from lab_model.papers.fairtt_readings import ERROR_RATES, reading_table
from lab_model.papers.fairtt_switch import build_switch
from lab_model.papers.measured import Library, shipped_library
from lab_model.papers.paper_texts import PAPER_TEXTS
from lab_model.papers.schemas.figures import PaperFigure
from lab_model.papers.schemas.numbers import PaperRow
from lab_model.papers.schemas.page import Note, Paper, PaperExperiment, PaperList, PaperListed
from lab_model.papers.schemas.questions import ReadingTable
from lab_model.papers.shipped import shipped_id
from lab_model.papers.sizing_notes import sizing_answer, sizing_notes, sizing_summary
from lab_model.papers.sizing_page import sizing_figures
from lab_model.papers.verdicts import counts_of
from lab_model.presets.sentences import SentencePart


@dataclass(frozen=True)
class _Parts:
    figures: Callable[[Library], list[PaperFigure]]
    answer: Callable[[list[PaperRow], Library], list[SentencePart]]
    summary: Callable[[list[PaperRow], Library], list[SentencePart]]
    notes: Callable[[Library], list[Note]]


_PARTS: Final[dict[PaperName, _Parts]] = {
    "fairtt": _Parts(fairtt_figures, fairtt_answer, fairtt_summary, consistency_notes),
    "buffer-sizing": _Parts(sizing_figures, sizing_answer, sizing_summary, sizing_notes),
    "bbr-efra": _Parts(efra_figures, efra_answer, efra_summary, efra_notes),
}


@cache
def list_papers() -> PaperList:
    """All papers. Computed once per process."""
    return PaperList(items=[_listed(name) for name in PAPER_TEXTS])


@cache
def read_paper(name: PaperName) -> Paper:
    """The page of a paper from what is shipped. Computed once per process, in about a second."""
    return build_paper(name, shipped_library())


def build_paper(name: PaperName, library: Library) -> Paper:
    """The page of a paper from the measured data; it says which parts are missing."""
    text = PAPER_TEXTS[name]
    parts = _PARTS[name]
    is_fairtt = name == "fairtt"
    figures = parts.figures(library)
    rows = [row for figure in figures for row in figure.rows]
    own = [measured for key, measured in library.items() if key in _keys(name)]
    versions = sorted({measured.core_version for measured in own})
    return Paper(
        name=name,
        title=text.title,
        authors=text.authors,
        published_in=text.published_in,
        year=text.year,
        url=text.url,
        question=text.question,
        answer=parts.answer(rows, library),
        summary=parts.summary(rows, library),
        rule=load_claims(name).rule,
        core_version=", ".join(versions),
        unit_count=sum(measured.unit_count for measured in own),
        setup=list(text.setup),
        verdicts=counts_of([row.verdict for row in rows]),
        figures=figures,
        questions=open_questions(library) if is_fairtt else [],
        switch=build_switch(library) if is_fairtt else None,
        constants=fairtt_constants() if is_fairtt else [],
        readings=_readings(library) if is_fairtt else [],
        notes=parts.notes(library),
        mechanism=build_mechanism(library) if is_fairtt else None,
        other=other_reproduction(library) if is_fairtt else None,
        experiments=[
            _experiment(key, entry)
            for key, entry in load_experiments().items()
            if entry.paper == name
        ],
    )


def _keys(name: PaperName) -> set[str]:
    return {key for key, entry in load_experiments().items() if entry.paper == name}


def _listed(name: PaperName) -> PaperListed:
    paper = read_paper(name)
    return PaperListed(
        name=name,
        title=paper.title,
        authors=paper.authors,
        published_in=paper.published_in,
        year=paper.year,
        url=paper.url,
        question=paper.question,
        answer=paper.answer,
        verdicts=paper.verdicts,
        unit_count=paper.unit_count,
    )


def _readings(library: Library) -> list[ReadingTable]:
    tables = [reading_table(error_text, library) for error_text in ERROR_RATES]
    return [table for table in tables if table is not None]


def _experiment(key: str, entry: ExperimentFile) -> PaperExperiment:
    expansion = expansion_of(key)
    packets = sum(work.predicted_packets for work in expansion.work) * len(expansion.seeds)
    return PaperExperiment(
        key=key,
        id=shipped_id(key),
        title=entry.title,
        purpose=entry.purpose,
        definition=entry.definition,
        cell_count=expansion.cell_count,
        unit_count=expansion.unit_count,
        is_shipped=entry.is_shipped,
        predicted_packets=packets,
    )
