"""Networks that are not one drop-tail queue with bulk flows: what the lab said of each, what is
right and how one knows, and what it says now.

The scenarios, the old sentences and the reasons are data; the new sentences are computed.
"""

import json
import math
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from lab_exec import Chunk, run_scenario
from lab_exec.explained import explained_run
from lab_model.phenomena.detect import find_phenomena
from lab_model.phenomena.evidence import Evidence, build_evidence
from lab_model.scenarios import Scenario, validate_scenario
from lab_research.marked_page import markdown_table, write_between
from lab_research.places import DATA, ROOT

PAGE: Final = ROOT / "research" / "explained.md"
MARKS: Final = (
    "<!-- Made by ./lab cases explained --write; do not edit from here. -->\n",
    "<!-- The networks end here. -->\n",
)
_SERIES: Final = ("throughput_bps", "min_rtt_s")


@dataclass(frozen=True)
class Network:
    """A network, and what a right explanation of it says."""

    name: str
    seed: int
    said: str
    """What the lab said; empty: no sentence was kept."""
    right: str
    """What is right, and how one knows."""
    says: tuple[str, ...]
    """Words that the right sentences have."""
    never: tuple[str, ...]
    """Words of sentences that are false of it."""
    scenario: Scenario


@dataclass(frozen=True)
class Outcome:
    """The current explanation of a network."""

    network: Network
    sentences: list[str]
    missing: list[str]
    false: list[str]

    @property
    def matches(self) -> bool:
        """Whether all that is right is said, and nothing that is false."""
        return not self.missing and not self.false

    @property
    def findings(self) -> list[str]:
        """The sentences that have the right words, or the first where nothing has to be said."""
        words = self.network.says
        found = [each for each in self.sentences if any(word in each for word in words)]
        return found or self.sentences[:1]


def load_networks() -> list[Network]:
    """The networks in the order of their names."""
    data = json.loads((DATA / "networks_explained.json").read_text(encoding="utf-8"))
    return [
        Network(
            name=name,
            seed=entry["seed"],
            said=entry["said"],
            right=entry["right"],
            says=tuple(entry["says"]),
            never=tuple(entry["never"]),
            scenario=validate_scenario(entry["scenario"]),
        )
        for name, entry in sorted(data.items())
    ]


def outcome_of(network: Network) -> Outcome:
    """Runs a network and compares its sentences with what is right."""
    sentences = list(_sentences(network.scenario, network.seed))
    said = "\n".join(sentences)
    missing = [words for words in network.says if words not in said]
    false = [words for words in network.never if words in said]
    return Outcome(network, sentences, missing, false)


def report(is_written: bool) -> bool:
    """Prints all; whether all match."""
    outcomes = []
    for network in load_networks():
        outcome = outcome_of(network)
        sys.stdout.write(f"{'right' if outcome.matches else 'WRONG'} {network.name}\n")
        for name, words in (("missing", outcome.missing), ("false", outcome.false)):
            sys.stdout.writelines(f"   {name}: {each}\n" for each in words)
        sys.stdout.writelines(f"   {each}\n" for each in outcome.findings)
        outcomes.append(outcome)
    if is_written:
        write_between(PAGE, MARKS, _table(outcomes), "the networks")
    return all(outcome.matches for outcome in outcomes)


def _table(outcomes: list[Outcome]) -> str:
    rows = [
        [
            f"`{outcome.network.name}`",
            outcome.network.said or "(no sentence was kept)",
            outcome.network.right,
            " ".join(outcome.findings).replace("|", "\\|"),
            "yes" if outcome.matches else "no",
        ]
        for outcome in outcomes
    ]
    count = sum(outcome.matches for outcome in outcomes)
    header = ("network", "the lab said", "right, and how one knows", "it says", "matches")
    return f"{count} of {len(outcomes)} match.\n\n{markdown_table(header, rows, '-')}"


def _sentences(scenario: Scenario, seed: int) -> Iterator[str]:
    """All that is said: the chain of each flow, and phenomena."""
    for chain in explained_run(scenario, seed).chains.values():
        yield from (link.sentence for link in chain.links)
    for found in find_phenomena(_evidence(scenario, seed)):
        yield f"{found.definition.title}: {found.sentence}"


def _evidence(scenario: Scenario, seed: int) -> Evidence:
    chunks: list[Chunk] = []
    result = run_scenario(scenario, seed, on_chunk=chunks.append)
    count = result["sample_count"]
    time_s = np.round(np.arange(1, count + 1) * result["sample_interval_s"], 9)
    return build_evidence(
        scenario.model_dump(mode="json"),
        result,
        phases=[phase._asdict() for chunk in chunks for phase in chunk.phases],
        events=[_event(event._asdict()) for chunk in chunks for event in chunk.events],
        time_s=time_s.tolist(),
        columns=_columns(chunks),
    )


def _event(event: dict[str, Any]) -> dict[str, Any]:
    """A value that does not exist is null, as where events are stored."""
    return event if math.isfinite(event["value"]) else {**event, "value": None}


def _columns(chunks: list[Chunk]) -> dict[int, dict[str, list[float]]]:
    found: dict[int, dict[str, list[float]]] = {}
    for chunk in chunks:
        for subject in chunk.subjects:
            if subject.subject != "flow":
                continue
            columns = found.setdefault(subject.index, {name: [] for name in _SERIES})
            for name in _SERIES:
                columns[name] += np.asarray(subject.columns[name]).tolist()
    return found
