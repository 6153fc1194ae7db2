"""A worker whose core says that it is of an older behaviour: `python -m ... worker OPTIONS`."""

import sys

from lab.results.repository import Core
from lab_worker import process

OLDER_CORE = Core("0.0.1+0123456789ab", 1)


def main() -> None:
    """As `celery -A lab_worker.celery_app` does it."""
    process.installed_core = lambda: OLDER_CORE  # type: ignore[assignment]
    from lab_worker.celery_app import app

    app.start(sys.argv[1:])


if __name__ == "__main__":
    main()
