"""The core's registries as the text of backend/lab_model/algorithms/registry.json.

Knows nothing but the core: what reads the file could not start while it is stale.
`python -m ccsim.registry` prints it.
"""

import json
import sys

from ccsim._core import components


def registry_text() -> str:
    """The whole file. Says nothing of the core's version: it changes only if a list does."""
    return json.dumps(components(), indent=1, ensure_ascii=False, allow_nan=False) + "\n"


if __name__ == "__main__":
    sys.stdout.write(registry_text())
