"""Queues, losses, traffic and algorithms are known by name in their own file, in the registry and
in tests: code that explains, draws or compares reads what they declare.

Files of research that name what they measure are listed with a reason; what else still names one
is counted, file by file, and the counts may only fall.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

from tools.checks.files import files_with, text_of
from tools.paths import PROJECT_ROOT

REGISTRY: Final = PROJECT_ROOT / "backend/lab_model/algorithms/registry.json"
FOLDERS: Final = (
    "backend/lab_model/causes/",
    "backend/lab_model/phenomena/",
    "backend/lab_model/comparisons/",
    "backend/lab_model/english/",
    "backend/lab_model/exports/",
    "backend/lab_model/metrics/",
    "backend/lab_model/results/",
    "backend/lab_model/scenarios/",
    "backend/lab_model/seeds/",
    "backend/lab_model/series/",
    "backend/lab_model/what_if/",
    "backend/lab/",
    "worker/lab_exec/",
    "worker/lab_worker/",
    "worker/lab_cli/kit/",
    "frontend/src/analysis/",
    "frontend/src/charts/",
    "frontend/src/features/run/",
    "research/lab_research/",
)
"""Where runs are described, computed, explained, drawn, exported and compared."""
QUOTED: Final = r"([\"'`])({})\1"
KEY: Final = r"(?<=[{{,\s])({}):(?=\s)"
"""A key of an object without quotes: a table of kinds in the interface."""
PREFIX: Final = r"\.startswith\(\s*\(?[\"'`](\w{3,})"
"""What a name is asked to begin with."""
WORDS: Final = frozenset({"bulk", "media", "step", "transfer"})
"""Names that are also ordinary words, which keys and parameters of functions may be."""
ALSO_WORDS: Final = WORDS | {"policer", "scalable", "udp"}
"""Names that are values of other things as well: reasons of losses and marks, transport protocols,
words that are counted, adjectives in labels. In quotes they are names where a kind is spoken of
before them."""
SPEAKS_OF_KINDS: Final = re.compile(
    r"(?:kind|queues?|traffic|algorithms?)\b[^\n]{0,40}\Z|\bcase\s+\Z", re.IGNORECASE
)
TEST_NAMES: Final = (".test.ts", ".test.tsx", ".dom.test.ts")
"""In the interface tests lie beside what they test."""

NAME_WHAT_THEY_MEASURE: Final[dict[str, str]] = {
    "research/lab_research/adapters/situations.py": "in which other implementations are compared",
    "research/lab_research/adapters/sources.py": "which of their controllers is which algorithm",
    "research/lab_research/bench/loads.py": "all that `bench` simulates",
    "research/lab_research/cases/command.py": "the draft's cases are those of one algorithm",
    "research/lab_research/readings/grid.py": "readings of one algorithm beside its host",
    "research/lab_research/validate/linux_cases.py": "our kinds for what netem and tc were set to",
    "research/lab_research/witness/bbr3_cases.py": "the runs that the witness repeats",
    "worker/lab_exec/fingerprints.py": "runs all kinds",
}
"""One table of names for each command of research, and why."""
ALLOWED: Final[dict[str, int]] = {
    # Statements about certain algorithms, each with the preset that measures it.
    "frontend/src/analysis/scenario/knownCases.ts": 6,
}


def problems() -> Iterator[str]:
    """One line for each file that names more kinds than it may."""
    for name, count in sorted(found().items()):
        allowed = ALLOWED.get(name, 0)
        if count > allowed:
            yield (
                f"{name}: names kinds or algorithms {count} times, {allowed} are allowed; "
                "read what the registry says of them"
            )


def found() -> Counter[str]:
    """How often each file of these folders names a kind as a value."""
    known = names()
    quoted = re.compile(QUOTED.format("|".join(map(re.escape, known))))
    keys = [re.escape(name) for name in known if name not in WORDS]
    key = re.compile(KEY.format("|".join(keys)))
    prefix = re.compile(PREFIX, re.IGNORECASE)
    counts: Counter[str] = Counter()
    for folder in FOLDERS:
        for name in files_with(".py", ".ts", ".tsx", under=folder):
            if name.endswith(TEST_NAMES) or name in NAME_WHAT_THEY_MEASURE:
                continue
            text = text_of(name)
            begun = prefix.findall(text)
            count = sum(_is_name(found, text) for found in quoted.finditer(text))
            count += sum(any(each.startswith(begin) for each in known) for begin in begun)
            if not name.endswith(".py"):
                # In Python a name before a colon is a parameter or a branch.
                count += len(key.findall(_without_comments(text)))
            if count:
                counts[name] += count
    return counts


def _is_name(found: re.Match[str], text: str) -> bool:
    before = text[max(0, found.start() - 60) : found.start()]
    return found[2] not in ALSO_WORDS or SPEAKS_OF_KINDS.search(before) is not None


def _without_comments(text: str) -> str:
    """A sentence of a comment may have a name before a colon, too."""
    return re.sub(r"/\*.*?\*/|//[^\n]*", "", text, flags=re.DOTALL)


def names() -> list[str]:
    """The names of all kinds and algorithms in the registry."""
    registry = json.loads(REGISTRY.read_text(encoding="utf-8"))
    lists = ("algorithms", "queues", "losses", "traffic")
    return sorted(entry["name"] for part in lists for entry in registry[part])
