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
    """Makes each data set once, one after another, however many requests there are.

    They hold shipped data, some megabytes together, and stay the same while the lab runs.
    """

    def __init__(self) -> None:
        self._turn = Lock()
        self._made: dict[tuple[PaperName, str], bytes] = {}

    async def zip_of(self, name: PaperName, program_url: str) -> bytes:
        """The ZIP of a paper. `program_url`: address of this lab, for citations, or empty."""
        key = (name, program_url)
        async with self._turn:
            if key not in self._made:
                made = await run_process([sys.executable, "-m", __name__, name, program_url])
                self._made[key] = made.stdout
        return self._made[key]


def _write(name: str, program_url: str) -> None:
    os.nice(NICENESS)
    known = next(known for known in get_args(PaperName) if known == name)
    for part in dataset_zip(paper_dataset(known), program_url):
        sys.stdout.buffer.write(part)


if __name__ == "__main__":
    _write(sys.argv[1], "".join(sys.argv[2:]))
