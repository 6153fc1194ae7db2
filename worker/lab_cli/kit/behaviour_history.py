"""The fingerprints of each behaviour (sim-core/behaviour.json), and when a change is refused.

    {"behaviours": [{"behaviour_version": 1, "digest": ..., "only_with": [...]}, ...],
     "runs": {name: fingerprint}}

`runs` are those of the newest behaviour; of the earlier ones a digest over theirs is kept. A
behaviour that changed no run without one of certain traits (`traits_of()`) names them in
`only_with` (docs/decisions/0013-what-a-change-leaves-alone.md).
"""

import hashlib
import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Final

from lab_exec import behaviour_version
from lab_model.behaviour import traits_of
from lab_model.scenarios import Scenario

HISTORY_PATH: Final = Path(__file__).parents[3] / "sim-core" / "behaviour.json"
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
    only_with: dict[int, list[str]] = field(default_factory=dict)
    """By version: traits of which every run that it changed has one. No entry: it has none such."""

    @property
    def version(self) -> int:
        """The newest behaviour; 0: there is none yet."""
        return len(self.digests)

    def leaves_alone(self, version: int, traits: Iterable[str]) -> bool:
        """Whether no behaviour after this one changed runs that have these traits and no others."""
        present = set(traits)
        later = range(version + 1, self.version + 1)
        return version >= FIRST_VERSION and all(
            each in self.only_with and present.isdisjoint(self.only_with[each]) for each in later
        )


def read_history(path: Path) -> History:
    """The file; an empty history if there is none. ValueError if it contradicts itself."""
    if not path.exists():
        return History([], {})
    content = json.loads(path.read_text(encoding="utf-8"))
    versions = [entry["behaviour_version"] for entry in content["behaviours"]]
    if versions != list(range(FIRST_VERSION, FIRST_VERSION + len(versions))):
        raise ValueError(f"{path.name} must list behaviour 1, 2, ... without a gap, not {versions}")
    history = History(
        [entry["digest"] for entry in content["behaviours"]],
        content["runs"],
        {
            entry["behaviour_version"]: entry["only_with"]
            for entry in content["behaviours"]
            if "only_with" in entry
        },
    )
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
            | ({"only_with": history.only_with[version]} if version in history.only_with else {})
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
    algorithm say, alter no stored number, so they need no raise.
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


def declaration_refusal(
    history: History,
    runs: Fingerprints,
    traits: Mapping[str, frozenset[str]],
    declared: Collection[str],
) -> str | None:
    """Why a change cannot be declared to touch only runs that have one of these traits; else None.

    `traits` are those of each run, by its name. A trait that no run has is covered by no
    fingerprint.
    """
    unknown = sorted(set(declared) - frozenset().union(*traits.values()))
    if unknown:
        return f"No run has the trait {', '.join(unknown)}, so nothing shows what it covers."
    outside = [
        name
        for name in changed_names(history, runs)
        if traits.get(name, frozenset()).isdisjoint(declared)
    ]
    if not outside:
        return None
    return (
        f"{_count(outside)} changed without any of {', '.join(sorted(declared))}: "
        f"{_listed(outside)}. Declare what they have, too, or take that change back."
    )


def written(
    history: History,
    version: int,
    runs: Fingerprints,
    traits: Mapping[str, frozenset[str]],
    declared: Collection[str] = (),
) -> History:
    """The history with the present core's fingerprints. Only where nothing has to be refused.

    `traits` are those of each run, by its name. `declared` are those of which every run has one
    that a raise can change; without them, it is what all changed runs have in common.
    """
    earlier = history.digests[: version - FIRST_VERSION]
    only_with = dict(history.only_with)
    if history.version and version > history.version:
        changed = [traits.get(name, frozenset()) for name in changed_names(history, runs)]
        touched = frozenset(declared) or frozenset.intersection(*changed)
        if touched:
            only_with[version] = sorted(touched)
    return History([*earlier, digest_of(runs)], runs, only_with)


@cache
def _current() -> History:
    return read_history(HISTORY_PATH)


def still_holds(version: int | None, scenario: Scenario) -> bool:
    """Whether this behaviour and the present core compute the same of the scenario."""
    if version is None or version == behaviour_version():
        return version is not None
    history = _current()
    return history.version == behaviour_version() and history.leaves_alone(
        version, traits_of(scenario)
    )


def changed_names(history: History, runs: Fingerprints) -> list[str]:
    """Runs of the newest behaviour that are different or gone."""
    return [name for name, value in history.runs.items() if runs.get(name) != value]


def _count(names: list[str]) -> str:
    return "1 fingerprint" if len(names) == 1 else f"{len(names)} fingerprints"


def _listed(names: list[str]) -> str:
    more = len(names) - SHOWN_NAMES
    return ", ".join(names[:SHOWN_NAMES]) + (f" and {more} more" if more > 0 else "")
