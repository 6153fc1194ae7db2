"""Finding a run by words: its name, the labels of its flows, its algorithms.

The searched text of a run is a column of its own, so that looking through a list does not open
any scenario. A person's runs are found by the index of their owner and then read one by one:
some thousand short texts, milliseconds. An index of the words would serve no query, as none
searches over all owners.
"""

from collections.abc import Mapping
from typing import Any

from lab_model.algorithms import registry

MAX_SEARCHED_LENGTH = 4000
"""A scenario may have ten thousand groups, whose labels are generated rather than typed."""


def searched_text(name: str, scenario: Mapping[str, Any]) -> str:
    """Lower-case, each part on a line of its own, between line ends."""
    groups = scenario["flows"]
    algorithms = sorted({group["algorithm"]["name"] for group in groups})
    # Python's dict keeps the order in which the labels come.
    labels = dict.fromkeys(group["label"] for group in groups)
    parts = [name, *algorithms, *(label for label in labels if label)]
    text = "\n".join(part.lower() for part in parts)
    return f"\n{text[:MAX_SEARCHED_LENGTH]}\n"


def patterns_of(query: str) -> list[list[str]]:
    """For each word of a query the texts of which one has to be in the searched text.

    Algorithms are stored by name and searched by title (BBRv2) as well.
    """
    titles = {info.title.lower(): info.name for info in registry().algorithms}
    return [
        [word, *(f"\n{name}\n" for title, name in titles.items() if word in title)]
        for word in query.lower().split()
    ]
