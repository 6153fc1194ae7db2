"""The log files of a data folder: one per process, with one older generation kept."""

from pathlib import Path

LARGEST_LOG_BYTES = 20_000_000


def log_files(data_dir: Path) -> dict[str, Path]:
    """Log file by the name of its service."""
    return {path.stem: path for path in sorted((data_dir / "logs").glob("*.log"))}


def rotate_logs(data_dir: Path) -> None:
    """Move a log that has grown large aside. Only called while nothing writes to it."""
    for path in log_files(data_dir).values():
        if path.stat().st_size > LARGEST_LOG_BYTES:
            path.replace(path.with_suffix(".log.1"))
