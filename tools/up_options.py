"""The options of `./lab up`, and what they say."""

import argparse
import os
from pathlib import Path
from typing import TYPE_CHECKING

from tools.errors import LabError
from tools.paths import DEFAULT_DATA_DIR

if TYPE_CHECKING:
    from tools.commands.up import UpOptions

LARGEST_WORKER_COUNT = 64
# Two queues of idle processes with some 70 MB each: more only on request.
DEFAULT_WORKER_LIMIT = 8
# Each needs some 200 MB and, for what 320 connections of PostgreSQL allow, 20 of these.
LARGEST_API_COUNT = 8
DEFAULT_API_LIMIT = 4


def data_dir_option(parser: argparse.ArgumentParser) -> None:
    """Which lab."""
    parser.add_argument(
        "--data-dir",
        type=lambda text: Path(text).resolve(),
        default=DEFAULT_DATA_DIR,
        metavar="DIR",
        help="folder with all data and logs (default: .lab in the project)",
    )


def workers_option(parser: argparse.ArgumentParser) -> None:
    """How many."""
    parser.add_argument(
        "--workers",
        type=int,
        default=min(os.cpu_count() or 1, DEFAULT_WORKER_LIMIT),
        metavar="N",
        help="runs computed at the same time, per queue (default: the processors, at most 8)",
    )


def worker_count(parsed: argparse.Namespace) -> int:
    """The number given with --workers, checked. Raises LabError."""
    if not 1 <= parsed.workers <= LARGEST_WORKER_COUNT:
        raise LabError(
            f"--workers is {parsed.workers}: must be 1 to {LARGEST_WORKER_COUNT}", exit_code=2
        )
    return int(parsed.workers)


def up_options(parser: argparse.ArgumentParser) -> None:
    """How the lab is started."""
    data_dir_option(parser)
    parser.add_argument("--port", type=int, help="port of the page (default: first free from 8000)")
    parser.add_argument(
        "--host",
        default="127.0.0.1",
        metavar="ADDRESS",
        help="IPv4 address to listen on: 0.0.0.0 lets a class in (default: this computer only)",
    )
    workers_option(parser)
    parser.add_argument(
        "--worker-address",
        metavar="ADDRESS:PORT",
        help="let workers of other machines in, with TLS and a password (./lab worker-host)",
    )
    parser.add_argument(
        "--api-processes",
        type=int,
        default=min(os.cpu_count() or 1, DEFAULT_API_LIMIT),
        metavar="N",
        help="processes that answer requests (default: the processors, at most 4)",
    )
    parser.add_argument(
        "--bundle", type=Path, metavar="FILE", help="install from this bundle, without a network"
    )
    parser.add_argument(
        "--backup-hours",
        type=float,
        metavar="H",
        help="make a backup every H hours, in backups/scheduled of the data folder (default: none)",
    )
    kept = "how many of these are kept (default: 7)"
    parser.add_argument("--kept-backups", type=int, default=7, metavar="N", help=kept)
    parser.add_argument("--no-open", action="store_true", help="do not open a browser")


def up_options_of(parsed: argparse.Namespace) -> "UpOptions":
    """The options of the command line, checked. Raises LabError."""
    from tools.commands.up import UpOptions, backups_of, ipv4_of, worker_address_of

    if not 1 <= parsed.api_processes <= LARGEST_API_COUNT:
        raise LabError(
            f"--api-processes is {parsed.api_processes}: must be 1 to {LARGEST_API_COUNT}",
            exit_code=2,
        )
    return UpOptions(
        data_dir=parsed.data_dir,
        port=parsed.port,
        worker_processes=worker_count(parsed),
        api_processes=parsed.api_processes,
        open_browser=not parsed.no_open,
        host=ipv4_of(parsed.host),
        bundle=parsed.bundle,
        backups=backups_of(parsed.backup_hours, parsed.kept_backups),
        worker_address=worker_address_of(parsed.worker_address),
    )
