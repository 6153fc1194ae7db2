"""The core's tables of metrics as the text of backend/lab_model/metrics/metrics.json.

Knows nothing but the core, as `ccsim.registry`. `python -m ccsim.metrics_file` prints it.
"""

import json
import sys

from ccsim._core import metrics


def metrics_text() -> str:
    """The whole file."""
    content = {"metrics": metrics()}
    return json.dumps(content, indent=1, ensure_ascii=False, allow_nan=False) + "\n"


if __name__ == "__main__":
    sys.stdout.write(metrics_text())
