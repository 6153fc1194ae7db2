"""The definition of an experiment: its fields, checked together."""

from pydantic import model_validator

from lab_model.experiments.consistency import refusals_of
from lab_model.experiments.definition_fields import ExperimentFields
from lab_model.scenarios.base import refuse


class ExperimentDefinition(ExperimentFields):
    """A base scenario, up to four axes and replications.

    Cells are numbered row-major over the axes, the last varies fastest. Moves are set from the
    outside inwards: a whole object before a field in it, `flows.*` before `flows.0`.
    """

    @model_validator(mode="after")
    def _parts_fit_together(self) -> "ExperimentDefinition":
        refuse("ExperimentDefinition", refusals_of(self))
        return self

    def to_json(self) -> dict[str, object]:
        """Plain data that reads back as this definition; the base with all its defaults.

        Without a precision, or with one of means, it is what it was before there were others: ids
        of shipped experiments are made of it.
        """
        data = self.model_dump(mode="json", by_alias=True)
        if self.replications.precision is None:
            del data["replications"]["precision"]
        elif self.replications.precision.of == "mean":
            del data["replications"]["precision"]["of"]
        return data
