"""BibTeX of the program and of the run."""

from typing import Final

from lab.exports.run import ExportedRun

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
    version = run.result["core_version"]
    return _entry(
        "software",
        "fairtt-lab",
        {
            "author": f"{{{AUTHORS}}}",
            "title": f"{{{TITLE}}}",
            "year": str(YEAR),
            "version": _escaped(version),
        },
    ) + _entry(
        "misc",
        f"fairtt-lab-run-{run.result['summary_digest'][:12]}",
        {
            "author": f"{{{AUTHORS}}}",
            "title": f"{{{_escaped(run.title)}: simulated with FaiRTT Lab}}",
            "year": str(YEAR),
            "note": f"Seed {run.seed}, core version {_escaped(version)}, "
            f"scenario {run.result['scenario_digest']}, summary {run.result['summary_digest']}",
        },
    )


def _entry(kind: str, key: str, fields: dict[str, str]) -> str:
    lines = "".join(f"  {name} = {{{value}}},\n" for name, value in fields.items())
    return f"@{kind}{{{key},\n{lines}}}\n"


def _escaped(text: str) -> str:
    return "".join(_SPECIAL.get(char, char) for char in text)
