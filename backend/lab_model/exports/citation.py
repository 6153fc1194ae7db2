"""BibTeX of the program and of the run."""

from typing import Final

from lab_model.exports.run import ExportedRun

AUTHORS: Final = "The FaiRTT Lab authors"
TITLE: Final = "FaiRTT Lab: run, compare and teach TCP congestion control"
YEAR: Final = 2026
"""As in CITATION.cff; a test compares."""

_SPECIAL: Final = {
    **{char: f"\\{char}" for char in "&%$#_{}"},
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
}


def bibtex(run: ExportedRun) -> str:
    """Two entries: the program in the version that computed the run, and the run itself."""
    result = run.result
    note = (
        f"Seed {run.seed}, core version {escaped(result['core_version'])}, "
        f"scenario {result['scenario_digest']}, summary {result['summary_digest']}"
    )
    key = f"fairtt-lab-run-{result['summary_digest'][:12]}"
    return program_entry(result["core_version"]) + work_entry(key, run.title, note)


def program_entry(core_version: str) -> str:
    """The program in the version that computed something."""
    return _entry(
        "software",
        "fairtt-lab",
        {
            "author": f"{{{AUTHORS}}}",
            "title": f"{{{TITLE}}}",
            "year": str(YEAR),
            "version": escaped(core_version),
        },
    )


def work_entry(key: str, title: str, note: str) -> str:
    """What was computed; `note` is in BibTeX already."""
    return _entry(
        "misc",
        key,
        {
            "author": f"{{{AUTHORS}}}",
            "title": f"{{{escaped(title)}: simulated with FaiRTT Lab}}",
            "year": str(YEAR),
            "note": note,
        },
    )


def _entry(kind: str, key: str, fields: dict[str, str]) -> str:
    lines = "".join(f"  {name} = {{{value}}},\n" for name, value in fields.items())
    return f"@{kind}{{{key},\n{lines}}}\n"


def escaped(text: str) -> str:
    """A text as BibTeX takes it."""
    return "".join(_SPECIAL.get(char, char) for char in text)
