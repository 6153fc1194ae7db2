"""The fingerprints of each behaviour (sim-core/behaviour.json), and when a change is refused.

    {"behaviours": [{"behaviour_version": 1, "digest": ...}, ...], "runs": {name: fingerprint}}

`runs` are those of the newest behaviour; of the earlier ones a digest over theirs is kept.
"""

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Final

FIRST_VERSION: Final = 1
WHERE: Final = "kBehaviourVersion in sim-core/include/ccsim/behaviour.h"
WRITE: Final = "./lab behaviour --write"
SHOWN_NAMES: Final = 8

Fingerprints = dict[str, str]


@dataclass(frozen=True)
class History:
    """What the file holds."""

    digests: list[str]
    """Of behaviour 1, 2, ... over all of its fingerprints."""
    runs: Fingerprints
    """Of the newest behaviour, by name of the run."""

    @property
    def version(self) -> int:
        """The newest behaviour; 0: there is none yet."""
        return len(self.digests)


def read_history(path: Path) -> History:
    """The file; an empty history if there is none. ValueError if it contradicts itself."""
    if not path.exists():
        return History([], {})
    content = json.loads(path.read_text(encoding="utf-8"))
    versions = [entry["behaviour_version"] for entry in content["behaviours"]]
    if versions != list(range(FIRST_VERSION, FIRST_VERSION + len(versions))):
        raise ValueError(f"{path.name} must list behaviour 1, 2, ... without a gap, not {versions}")
    history = History([entry["digest"] for entry in content["behaviours"]], content["runs"])
    for version, (before, after) in enumerate(
        zip(history.digests, history.digests[1:], strict=False), FIRST_VERSION + 1
    ):
        if before == after:
            raise ValueError(
                f"{path.name}: behaviour {version} has the fingerprints of behaviour "
                f"{version - 1}, so it is the same behaviour; take the entry out"
            )
    if history.digests[-1:] != [digest_of(history.runs)]:
        raise ValueError(
            f"{path.name}: the fingerprints are not those that behaviour {history.version} was "
            f"written with; they are changed by {WRITE} only"
        )
    return history


def history_text(history: History) -> str:
    """One line for each run, so that a change shows which ones it altered."""
    content = {
        "behaviours": [
            {"behaviour_version": version, "digest": digest}
            for version, digest in enumerate(history.digests, FIRST_VERSION)
        ],
        "runs": history.runs,
    }
    return json.dumps(content, indent=1) + "\n"


def digest_of(runs: Fingerprints) -> str:
    """SHA-256 (hex) over names and fingerprints, whatever their order."""
    lines = "".join(f"{name} {runs[name]}\n" for name in sorted(runs))
    return hashlib.sha256(lines.encode()).hexdigest()


def refusal(history: History, version: int, runs: Fingerprints) -> str | None:
    """Why this core and this history cannot stand together, whatever is written; else None.

    `version` and `runs` are what the core here says and computes. New names alone, of a new
    algorithm say, alter no number that anybody has stored, so they need no raise.
    """
    changed = changed_names(history, runs)
    if version == history.version:
        if not changed:
            return None
        return (
            f"{_count(changed)} of behaviour {version} changed: {_listed(changed)}. If that is "
            f"meant, raise {WHERE} to {version + 1}, then {WRITE}; else take the change back."
        )
    if version != history.version + 1:
        return (
            f"The core says behaviour {version}, and the newest one that is written down is "
            f"{history.version}: set {WHERE} to {history.version + 1} if numbers have changed, "
            f"else to {history.version}."
        )
    if history.version and not changed:
        return (
            f"The core says behaviour {version}, but every run is as in behaviour "
            f"{history.version}: set {WHERE} back to {history.version}, so that what is stored "
            "stays valid."
        )
    return None


def is_written(history: History, version: int, runs: Fingerprints) -> bool:
    """Whether the history says all that there is to say; nothing to refuse is taken for granted."""
    return version == history.version and runs.keys() == history.runs.keys()


def written(history: History, version: int, runs: Fingerprints) -> History:
    """The history with what the core here computes. Only where nothing is to be refused."""
    earlier = history.digests[: version - FIRST_VERSION]
    return History([*earlier, digest_of(runs)], runs)


def changed_names(history: History, runs: Fingerprints) -> list[str]:
    """Runs of the newest behaviour that are different or gone."""
    return [name for name, value in history.runs.items() if runs.get(name) != value]


def _count(names: list[str]) -> str:
    return "1 fingerprint" if len(names) == 1 else f"{len(names)} fingerprints"


def _listed(names: list[str]) -> str:
    more = len(names) - SHOWN_NAMES
    return ", ".join(names[:SHOWN_NAMES]) + (f" and {more} more" if more > 0 else "")
