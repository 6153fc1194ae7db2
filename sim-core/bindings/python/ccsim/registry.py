"""The core's registries as the text of backend/lab_model/algorithms/registry.json.

Knows nothing but the core: what reads the file could not start while it is stale.
`python -m ccsim.registry` prints it.
"""

import sys

from ccsim._core import components
from ccsim.entry_lines import entry_lines


def registry_text() -> str:
    """The whole file. Says nothing of the core's version: it changes only if a list does."""
    return entry_lines(components())


if __name__ == "__main__":
    sys.stdout.write(registry_text())
