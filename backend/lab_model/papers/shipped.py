"""The experiments that come with the lab, and the ids under which every lab has them."""

from dataclasses import dataclass
from functools import cache
from typing import Final
from uuid import UUID, uuid5

from lab_model.experiments.bundle import content_digest, read_bundle
from lab_model.papers.experiments import load_experiments
from lab_model.papers.measured import bundle_path

# Any UUID, for ever the same: links to shipped experiments hold in every lab.
NAMESPACE: Final = UUID("2f0c9d4e-6c38-4f0b-9d52-7a1f60a3c5e1")


@dataclass(frozen=True)
class ShippedExperiment:
    """One bundle of the repository."""

    id: UUID
    """Made from key and content: with other numbers it is another experiment."""
    key: str
    paper: str
    title: str


@cache
def shipped_experiments() -> tuple[ShippedExperiment, ...]:
    """All of them by key. Read once per process."""
    return tuple(
        ShippedExperiment(
            id=uuid5(NAMESPACE, f"{key}:{content_digest(read_bundle(path))}"),
            key=key,
            paper=entry.paper,
            title=entry.title,
        )
        for key, entry in load_experiments().items()
        for path in (bundle_path(key, entry.measures),)
        if entry.is_shipped and entry.measures == "units" and path.exists()
    )


def shipped_id(key: str) -> UUID | None:
    """Under which id an experiment is installed; None if it is not shipped."""
    return next((item.id for item in shipped_experiments() if item.key == key), None)
