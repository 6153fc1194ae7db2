"""The pages of the papers, put together.

`read_paper` and `list_papers` answer from what is shipped; `build_paper` from any library, which
is how `./lab reproduce` prints the same tables from what it has just computed.
"""

from functools import cache
from typing import Final

from lab_model.papers.behind import ExperimentFile, expansion_of, load_experiments
from lab_model.papers.claims import PaperName, load_claims
from lab_model.papers.efra_page import efra_figures, efra_notes, efra_summary
from lab_model.papers.fairtt_mechanism import build_mechanism, other_reproduction
from lab_model.papers.fairtt_page import fairtt_figures, fairtt_summary
from lab_model.papers.fairtt_questions import consistency_notes, open_questions
from lab_model.papers.fairtt_readings import ERROR_RATES, reading_table
from lab_model.papers.fairtt_switch import build_switch
from lab_model.papers.measured import Library, shipped_library
from lab_model.papers.paper_texts import PAPER_TEXTS
from lab_model.papers.schemas import (
    Mechanism,
    Note,
    OpenQuestion,
    OtherReproduction,
    Paper,
    PaperExperiment,
    PaperFigure,
    PaperList,
    PaperListed,
    ReadingTable,
    Switch,
)
from lab_model.papers.shipped import shipped_id
from lab_model.papers.sizing_notes import sizing_notes, sizing_summary
from lab_model.papers.sizing_page import sizing_figures
from lab_model.papers.verdicts import counts_of
from lab_model.presets.sentences import SentencePart

# Two flows on a processor of 2026, shared with others; docs/performance.md has the figures.
_PACKETS_PER_S: Final = 4_000_000


@cache
def list_papers() -> PaperList:
    """All papers. Computed once per process."""
    return PaperList(items=[_listed(name) for name in PAPER_TEXTS])


@cache
def read_paper(name: PaperName) -> Paper:
    """The page of a paper from what is shipped. Computed once per process, in about a second."""
    return build_paper(name, shipped_library())


def build_paper(name: PaperName, library: Library) -> Paper:
    """The page of a paper from what was measured; what is missing is said to be."""
    text = PAPER_TEXTS[name]
    figures = _figures(name, library)
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
        summary=_summary(name, figures, library),
        rule=load_claims(name).rule,
        core_version=", ".join(versions),
        unit_count=sum(measured.unit_count for measured in own),
        setup=list(text.setup),
        verdicts=counts_of([row.verdict for figure in figures for row in figure.rows]),
        figures=figures,
        questions=_questions(name, library),
        switch=_switch(name, library),
        readings=_readings(name, library),
        notes=_notes(name, library),
        mechanism=_mechanism(name, library),
        other=_other(name, library),
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
        verdicts=paper.verdicts,
        unit_count=paper.unit_count,
    )


def _figures(name: PaperName, library: Library) -> list[PaperFigure]:
    match name:
        case "fairtt":
            return fairtt_figures(library)
        case "buffer-sizing":
            return sizing_figures(library)
        case "bbr-efra":
            return efra_figures(library)


def _summary(name: PaperName, figures: list[PaperFigure], library: Library) -> list[SentencePart]:
    rows = [row for figure in figures for row in figure.rows]
    match name:
        case "fairtt":
            return fairtt_summary(rows, library)
        case "buffer-sizing":
            return sizing_summary(rows, library)
        case "bbr-efra":
            return efra_summary(rows, library)


def _notes(name: PaperName, library: Library) -> list[Note]:
    match name:
        case "fairtt":
            return consistency_notes(library)
        case "buffer-sizing":
            return sizing_notes(library)
        case "bbr-efra":
            return efra_notes(library)


def _questions(name: PaperName, library: Library) -> list[OpenQuestion]:
    return open_questions(library) if name == "fairtt" else []


def _switch(name: PaperName, library: Library) -> Switch | None:
    return build_switch(library) if name == "fairtt" else None


def _readings(name: PaperName, library: Library) -> list[ReadingTable]:
    if name != "fairtt":
        return []
    tables = [reading_table(error_text, library) for error_text in ERROR_RATES]
    return [table for table in tables if table is not None]


def _mechanism(name: PaperName, library: Library) -> Mechanism | None:
    return build_mechanism(library) if name == "fairtt" else None


def _other(name: PaperName, library: Library) -> OtherReproduction | None:
    return other_reproduction(library) if name == "fairtt" else None


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
        predicted_s=packets / _PACKETS_PER_S,
    )
