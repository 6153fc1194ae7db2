"""Whether results are what their digests say: for `./lab verify`, backups and restoring."""

import json
import subprocess
from dataclasses import dataclass

from tools.errors import LabError
from tools.paths import venv_bin
from tools.supervisor import services

DIGESTS_MODULE = "lab_worker.stored_digests"
SHOWN_LINES = 10


@dataclass(frozen=True)
class Checked:
    """What the module has found."""

    result_count: int
    wrong: list[str]
    """In words; a result may have two."""
    damaged: list[str]
    """The ids of damaged results."""
    on_disk: list[str]
    """Damaged results whose rows the database can no longer read, and so cannot replace."""
    queued_run_count: int
    """Runs that wait to be computed again."""
    trace_count: int
    """Traces of links, each stored once."""
    wrong_traces: list[str]
    """In words: those that are missing or damaged. They cannot be computed again."""

    @property
    def is_right(self) -> bool:
        """Whether every digest is."""
        return not self.damaged and not self.wrong_traces

    def describe(self) -> str:
        """How many are damaged, and what of each, one line each; or that none is."""
        if self.is_right:
            traces = f" and {self.trace_count} traces of links" if self.trace_count else ""
            return f"{self.result_count} results{traces}, every digest right."
        said = []
        if self.damaged:
            said.append(
                f"{len(self.damaged)} of {self.result_count} results are damaged: their digests do "
                f"not belong to what is stored.{_listed(self.wrong)}"
            )
        if self.on_disk:
            said.append(
                f"{len(self.on_disk)} of these are damaged on the disk: only an earlier backup "
                "has them. Check the disk, and use ./lab restore FILE into another folder "
                "(--data-dir): this data can no longer be written."
            )
        if self.wrong_traces:
            said.append(
                f"{len(self.wrong_traces)} of {self.trace_count} traces of links are damaged. What "
                "has them is not shown until they are restored from a backup."
                f"{_listed(self.wrong_traces)}"
            )
        return "\n".join(said)


def _listed(lines: list[str]) -> str:
    shown = lines[:SHOWN_LINES]
    if len(lines) > len(shown):
        shown.append(f"and {len(lines) - len(shown)} more")
    return "".join(f"\n  {line}" for line in shown)


def check_digests(database_url: str, *, computes_again: bool = False) -> Checked:
    """Compute every digest again. With `computes_again` the runs of damaged results wait for a
    worker afterwards. Raises LabError if the data cannot be read.
    """
    addresses = services.Addresses(
        database_url=database_url,
        # Checking sends no message.
        redis_url="redis://localhost",
        static_dir=None,
    )
    options = ["--compute-again"] if computes_again else []
    result = subprocess.run(
        [str(venv_bin("python")), "-P", "-m", DIGESTS_MODULE, *options],
        env=addresses.environment(),
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
    )
    if not result.stdout:
        raise LabError(f"The digests could not be computed:\n{result.stderr}")
    found = json.loads(result.stdout)
    return Checked(
        found["results"],
        found["wrong"],
        found["damaged"],
        found["on_disk"],
        found["again"],
        found["traces"],
        found["wrong_traces"],
    )
