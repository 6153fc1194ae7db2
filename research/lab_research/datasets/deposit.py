"""A deposit at Zenodo: what is uploaded, and the metadata as Zenodo's interface takes them.

    fairtt-lab-*.zip     the data sets
    source.tar.gz        the committed sources
    behaviour.json       fingerprints of what the core computes
    zenodo.json          metadata (https://developers.zenodo.org/#representation)
    SHA256SUMS           of all of them

Nothing is uploaded: that needs an account, and a deposit cannot be taken back. docs/sharing.md has
the two requests that do it.
"""

import hashlib
import json
import shutil
import subprocess
from pathlib import Path
from typing import Any, Final

from lab_cli.kit.output_file import write_text
from lab_exec import core_version
from lab_exec.errors import InputError
from lab_model.exports.formats.citation import AUTHORS, LICENCE, TITLE
from lab_model.papers.paper_texts import PAPER_TEXTS
from lab_research.places import ROOT

SOURCE: Final = "source.tar.gz"
BEHAVIOUR: Final = ROOT / "sim-core" / "behaviour.json"
METADATA: Final = "zenodo.json"
SUMS: Final = "SHA256SUMS"


def write_deposit(folder: Path) -> None:
    """Adds to the data sets in a folder what else a deposit has. Raises `InputError`."""
    _write_source(folder / SOURCE)
    shutil.copyfile(BEHAVIOUR, folder / BEHAVIOUR.name)
    write_text(folder / METADATA, json.dumps({"metadata": metadata()}, indent=1) + "\n")
    files = [
        *sorted(folder.glob("fairtt-lab-*.zip")),
        *(folder / name for name in (SOURCE, BEHAVIOUR.name, METADATA)),
    ]
    sums = (f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files)
    write_text(folder / SUMS, "".join(sums))


def metadata() -> dict[str, Any]:
    """The metadata of the deposit."""
    return {
        "title": TITLE,
        "upload_type": "software",
        "description": (
            "<p>A web lab around a deterministic packet-level simulator of TCP congestion control, "
            "with its measurements as data sets: reproductions of papers, a comparison with Linux, "
            "and the test cases of the BBRv3 draft.</p>"
        ),
        "creators": [{"name": AUTHORS}],
        "license": LICENCE,
        "version": core_version(),
        "keywords": ["TCP", "congestion control", "BBR", "RTT fairness", "simulation"],
        "related_identifiers": [
            {"identifier": text.url, "relation": "isSupplementTo", "scheme": "url"}
            for text in PAPER_TEXTS.values()
        ],
    }


def _write_source(path: Path) -> None:
    command = ["git", "archive", "--format=tar.gz", "--prefix=fairtt-lab/", f"--output={path}"]
    try:
        subprocess.run([*command, "HEAD"], cwd=ROOT, check=True, capture_output=True, text=True)
    except (OSError, subprocess.CalledProcessError) as error:
        why = getattr(error, "stderr", None) or error
        raise InputError(f"--deposit needs the lab's git repository: {why}") from None
