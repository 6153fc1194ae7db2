"""The lab's own scenarios by their names. The same with and without a server."""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import TYPE_CHECKING, cast

from fairtt_lab.errors import NotFoundError
from fairtt_lab.frames import frame_of
from fairtt_lab.generated.models import Preset, Scenario

if TYPE_CHECKING:
    import pandas as pd

_COLUMNS = ("case", "variant", "title", "setting")


class KnownCases(ABC):
    """A lab that has the known cases."""

    @abstractmethod
    def presets(self) -> list[Preset]:
        """All of them, with their measurements."""

    def known_cases(self) -> "pd.DataFrame":
        """One row per variant of each known case."""
        rows = [
            (case.id, variant.id, f"{case.title}: {variant.title}", case.setting)
            for case in self.presets()
            for variant in case.variants
        ]
        columns = {name: [row[at] for row in rows] for at, name in enumerate(_COLUMNS)}
        return cast("pd.DataFrame", frame_of(columns, "pandas"))

    def known_case(self, case: str, variant: str = "") -> Scenario:
        """The scenario of a known case, of its first variant if none is named. Raises
        `NotFoundError`.
        """
        cases = {each.id: each for each in self.presets()}
        if case not in cases:
            raise NotFoundError(f"there is no known case '{case}'; there are {_listed(cases)}")
        variants = {each.id: each for each in cases[case].variants}
        name = variant or next(iter(variants))
        if name not in variants:
            raise NotFoundError(f"'{case}' has no variant '{name}'; it has {_listed(variants)}")
        return variants[name].scenario


def _listed(names: Iterable[str]) -> str:
    return ", ".join(names)
