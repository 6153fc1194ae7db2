"""What unnamed groups of flows are called: by their algorithm.

    default_labels([cubic, cubic, bbr])      # ["CUBIC 1", "CUBIC 2", "BBRv1"]

Labels are outside of all digests, so a default names the same result as a label that was typed.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Final, Protocol, TypeVar

from lab_model.algorithms import registry
from lab_model.modules import is_module_name, short_name
from lab_model.scenarios.scenario_fields import ScenarioFields

AnyScenario = TypeVar("AnyScenario", bound=ScenarioFields)
_NO_ALGORITHM: Final = "none"


class _Named(Protocol):
    @property
    def name(self) -> str: ...


class _OfKind(Protocol):
    @property
    def kind(self) -> str: ...


class NamedGroup(Protocol):
    """What the name of a group follows from."""

    @property
    def label(self) -> str:
        """The label that was given; empty: none."""

    @property
    def algorithm(self) -> _Named:
        """`none` where nothing controls it."""

    @property
    def traffic(self) -> _OfKind:
        """What it carries."""


Titles = Mapping[str, str]
"""Titles of modules, by name."""
_NO_TITLES: Final[Titles] = MappingProxyType({})


def default_labels(
    groups: Sequence[NamedGroup],
    kept: Sequence[bool] | None = None,
    module_titles: Titles = _NO_TITLES,
) -> list[str]:
    """The labels of all groups; those without one are named, and numbered only when repeated.

    `kept` says which labels stay as they are; without it all that are not empty do.
    """
    stays = [group.label != "" for group in groups] if kept is None else list(kept)
    taken = {group.label for group, stay in zip(groups, stays, strict=True) if stay}
    titles = [title_of_group(group, module_titles) for group in groups]
    times = Counter(title for title, stay in zip(titles, stays, strict=True) if not stay)
    numbers: Counter[str] = Counter()
    labels: list[str] = []
    for group, title, stay in zip(groups, titles, stays, strict=True):
        label = group.label
        if not stay:
            is_repeated = times[title] > 1 or title in taken
            label = _numbered(title, taken, numbers) if is_repeated else title
        labels.append(label)
    return labels


def labels_by_title(groups: Sequence[NamedGroup], module_titles: Titles) -> list[str]:
    """The labels, where unnamed modules are called by their titles."""
    kept = [group.algorithm.name not in module_titles or not _is_default(group) for group in groups]
    return default_labels(groups, kept, module_titles)


def with_labels(scenario: AnyScenario, labels: Sequence[str]) -> AnyScenario:
    """The scenario with these labels of its groups."""
    flows = [
        group.model_copy(update={"label": label})
        for group, label in zip(scenario.flows, labels, strict=True)
    ]
    return scenario.model_copy(update={"flows": flows})


def own_labels(groups: Sequence[NamedGroup], module_titles: Titles = _NO_TITLES) -> list[str]:
    """The labels that were chosen; empty for the algorithm's name, with a number or without."""
    return [
        "" if _is_default(group) or _is_default(group, module_titles) else group.label
        for group in groups
    ]


def distinct_labels(labels: Sequence[str]) -> list[str]:
    """The labels, numbered where several groups share one, so that a sentence can name each."""
    texts = [" ".join(label.split()) for label in labels]
    times = Counter(texts)
    taken = set(texts)
    numbers: Counter[str] = Counter()
    return [
        _numbered(text, taken, numbers) if text and times[text] > 1 else label
        for text, label in zip(texts, labels, strict=True)
    ]


def _is_default(group: NamedGroup, module_titles: Titles = _NO_TITLES) -> bool:
    title = title_of_group(group, module_titles)
    rest = group.label.removeprefix(title)
    return rest != group.label and (rest == "" or re.fullmatch(r" \d+", rest) is not None)


def _numbered(title: str, taken: set[str], numbers: Counter[str]) -> str:
    numbers[title] += 1
    while f"{title} {numbers[title]}" in taken:
        numbers[title] += 1
    return f"{title} {numbers[title]}"


def title_of_group(group: NamedGroup, module_titles: Titles = _NO_TITLES) -> str:
    """The title of the group's algorithm, or of its traffic if it has no algorithm."""
    name = group.algorithm.name
    if name in module_titles:
        return module_titles[name]
    if name == _NO_ALGORITHM:
        return _traffic_titles().get(group.traffic.kind, group.traffic.kind)
    return algorithm_title(name)


def algorithm_title(name: str) -> str:
    """An algorithm's title, and `wasm:1a2b3c4d` for a module. Anything that is no algorithm keeps
    its name.
    """
    if is_module_name(name):
        return short_name(name)
    return _algorithm_titles().get(name, name)


@cache
def _algorithm_titles() -> dict[str, str]:
    return {algorithm.name: algorithm.title for algorithm in registry().algorithms}


@cache
def _traffic_titles() -> dict[str, str]:
    return {traffic.name: traffic.title for traffic in registry().traffic}
