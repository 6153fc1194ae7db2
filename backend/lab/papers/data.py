"""The data set of a paper as a ZIP, made by a process of its own: it reads all runs behind the
page, which this one would keep, and takes seconds of a processor.

    python -m lab.papers.data NAME [PROGRAM_URL]      writes it to standard output
"""

import os
import sys
from typing import Final, get_args

from anyio import Lock, run_process

from lab_model.datasets import dataset_zip
from lab_model.papers.claims import PaperName
from lab_model.papers.dataset import paper_dataset

NICENESS: Final = 10


class DataSets:
    """Makes data sets one after another, however many people ask."""

    def __init__(self) -> None:
        self._turn = Lock()

    async def zip_of(self, name: PaperName, program_url: str) -> bytes:
        """The ZIP of a paper. `program_url`: address of this lab, for citations, or empty."""
        async with self._turn:
            made = await run_process([sys.executable, "-m", __name__, name, program_url])
        return made.stdout


def _write(name: str, program_url: str) -> None:
    os.nice(NICENESS)
    known = next(known for known in get_args(PaperName) if known == name)
    for part in dataset_zip(paper_dataset(known), program_url):
        sys.stdout.buffer.write(part)


if __name__ == "__main__":
    _write(sys.argv[1], "".join(sys.argv[2:]))
