"""No file of the repository is large without a reason: what a build makes is not committed."""

from collections.abc import Iterator

from tools.checks.files import repository_files, size_of

LARGEST_BYTES = 256 * 1024

REASONS = {
    "frontend/package-lock.json": "npm writes it; every package of the page and its tests",
    "backend/lab_model/algorithms/registry.json": "the service never imports the core",
    "backend/lab_model/papers/data/fairtt-buffer-seeds.parquet": "2,800 runs that decide rows",
    "backend/lab_model/papers/data/fairtt-conditions.parquet": "hours of simulation",
    "backend/lab_model/papers/data/fairtt-far-rtts.parquet": "1,280 runs, for one figure of a page",
    "backend/lab_model/papers/data/fairtt-readings-buffer.parquet": "hours of simulation",
    "backend/lab_model/papers/data/fairtt-readings-rtt.parquet": "hours of simulation",
    "backend/lab_model/papers/data/fairtt-rtt-seeds.parquet": "2,000 runs that decide rows",
    "backend/lab_model/papers/data/sizing-ten-flows.parquet": "hours of simulation",
    "docs/images/run.png": "the README's picture of the run page",
}
"""Every larger file, and why it is here and not made when it is needed."""


def problems() -> Iterator[str]:
    """Files above the limit without a reason, and reasons that are needed no longer."""
    sizes_bytes = {name: size_of(name) for name in repository_files()}
    large = {name: size for name, size in sizes_bytes.items() if size > LARGEST_BYTES}
    for name in sorted(large.keys() - REASONS.keys()):
        yield (
            f"{name}: {large[name] // 1024} KiB, of which {LARGEST_BYTES // 1024} are allowed; "
            "make it in the build, or give its reason in tools/checks/blobs.py"
        )
    for name in sorted(REASONS.keys() - large.keys()):
        yield f"{name}: not larger than {LARGEST_BYTES // 1024} KiB; its reason goes"
