"""The core's tables of metrics as the text of backend/lab_model/metrics/metrics.json.

Knows nothing but the core, as `ccsim.registry`. `python -m ccsim.metrics_file` prints it.
"""

import sys

from ccsim._core import metrics
from ccsim.entry_lines import entry_lines


def metrics_text() -> str:
    """The whole file."""
    return entry_lines({"metrics": metrics()})


if __name__ == "__main__":
    sys.stdout.write(metrics_text())
