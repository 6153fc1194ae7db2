"""The experiment that a process works on, expanded once."""

from typing import Any

from lab_model.experiments.cells import Expansion
from lab_model.experiments.definition import ExperimentDefinition


class Expansions:
    """Keeps the last one: the batches of an experiment come one after the other, and the axes of
    a large one take as long to compute as some of its cells.
    """

    def __init__(self) -> None:
        self._definition: dict[str, Any] | None = None
        self._expansion: Expansion | None = None

    def of(self, definition: dict[str, Any]) -> Expansion:
        """The expansion of a definition as it is stored."""
        if self._expansion is None or definition != self._definition:
            self._expansion = Expansion(ExperimentDefinition.model_validate(definition))
            self._definition = definition
        return self._expansion
