"""BibTeX of the program, and of a run or an experiment."""

from typing import Final

from lab_model.english.numbers import count_of
from lab_model.exports.declaration import ExperimentFile, Format, RunFile
from lab_model.exports.experiment import ExportedExperiment
from lab_model.exports.run import ExportedRun
from lab_model.exports.wording import tex_digest, tex_text

AUTHORS: Final = "The FaiRTT Lab authors"
TITLE: Final = "FaiRTT Lab: run, compare and teach TCP congestion control"
YEAR: Final = 2026
LICENCE: Final = "Apache-2.0"
PUBLISHED: Final[dict[str, str]] = {}
"""`url` and `doi` of the program, once it has them (docs/sharing.md).

As in CITATION.cff; a test compares.
"""


def published(program_url: str) -> dict[str, str]:
    """`url` and `doi` that a file names: the address of the lab that writes it comes first."""
    return {**PUBLISHED, "url": program_url} if program_url else dict(PUBLISHED)


def run_bibtex(run: ExportedRun) -> str:
    """Two entries: the program in the version that computed the run, and the run itself."""
    result = run.result
    note = (
        f"Seed {run.seed}, core version {tex_text(result['core_version'])}, "
        f"scenario {tex_digest(result['scenario_digest'])}, "
        f"summary {tex_digest(result['summary_digest'])}"
    )
    key = f"fairtt-lab-run-{result['summary_digest'][:12]}"
    return _program_entry(result["core_version"], run.program_url) + _work_entry(
        key, run.title, note
    )


def experiment_bibtex(experiment: ExportedExperiment) -> str:
    """Two entries: the program in the version that computed it, and the experiment."""
    found = experiment.found
    note = (
        f"{count_of(found.unit_count, 'run')}, core version {tex_text(experiment.core_version)}, "
        f"numbers {tex_digest(found.numbers_digest)}"
    )
    key = f"fairtt-lab-experiment-{found.numbers_digest[:12]}"
    program = _program_entry(experiment.core_version, experiment.program_url)
    return program + _work_entry(key, experiment.title, note)


def dataset_bibtex(name: str, title: str, core_versions: str, program_url: str) -> str:
    """Two entries: the program, and a data set that it wrote."""
    note = f"Data set, core version {tex_text(core_versions)}"
    program = _program_entry(core_versions, program_url)
    return program + _work_entry(f"fairtt-lab-data-{name}", title, note)


def _program_entry(core_version: str, program_url: str) -> str:
    """The usual styles of BibTeX know no entry for software."""
    version = tex_text(core_version)
    return _entry(
        "fairtt-lab",
        f"{{{TITLE}}}",
        {
            "howpublished": f"Computer program, version {version}",
            "version": version,
            **published(program_url),
        },
    )


def _work_entry(key: str, title: str, note: str) -> str:
    """The entry of the computed work; `note` is in BibTeX already."""
    return _entry(key, f"{{{tex_text(title)}: simulated with FaiRTT Lab}}", {"note": note})


def _entry(key: str, title: str, more: dict[str, str]) -> str:
    fields = {"author": f"{{{AUTHORS}}}", "title": title, "year": str(YEAR), **more}
    lines = "".join(f"  {name} = {{{value}}},\n" for name, value in fields.items())
    return f"@misc{{{key},\n{lines}}}\n"


FORMAT: Final = Format(
    name="bibtex",
    suffix=".bib",
    media_type="application/x-bibtex; charset=utf-8",
    place=80,
    run=RunFile(
        title="Citation (BibTeX)",
        content="how to cite it",
        write=lambda run, _: [run_bibtex(run)],
    ),
    experiment=ExperimentFile(
        title="Citation (BibTeX)",
        content="how to cite it",
        write=lambda experiment: [experiment_bibtex(experiment)],
    ),
)
