"""What is read of processes."""

import mmap
import os
from pathlib import Path

import pytest

from tools import proc

SIZE_BYTES = 50_000_000
SIZE_MB = SIZE_BYTES / 1e6


def test_memory_has_what_was_allocated_and_no_pages_of_files(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"x" * SIZE_BYTES)
    before_mb = proc.memory_mb(os.getpid())
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ) as mapped:
        assert sum(mapped[:: mmap.PAGESIZE]) > 0
        with_file_mb = proc.memory_mb(os.getpid())
    # From the kernel: an allocator may have a block of an earlier test left.
    held = mmap.mmap(-1, SIZE_BYTES, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    for page in range(0, SIZE_BYTES, mmap.PAGESIZE):
        held[page] = 1
    with_block_mb = proc.memory_mb(os.getpid())
    assert with_file_mb - before_mb < SIZE_MB / 5
    assert with_block_mb - before_mb == pytest.approx(SIZE_MB, rel=0.2)
    held.close()


def test_memory_of_a_process_that_has_ended_is_none() -> None:
    child = os.fork()
    if child == 0:
        os._exit(0)
    os.waitpid(child, 0)
    assert proc.memory_mb(child) == 0
