"""The remark on a number of a paper whose seeds hardly differ."""

from lab_model.record import Record


class SeedAgreement(Record):
    """Cells of a number whose seeds hardly differ (`lab_model.experiments.agreement`)."""

    cell_count: int
    of_count: int
    """All cells that it comes from."""
    sentence: str
