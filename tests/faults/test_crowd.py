"""The lab of the simulated class is one that a teacher can publish, or no class drill begins."""

from lab.lab_documents.service import problems_in
from tests.faults.crowd import LAB


def test_lab_of_the_class_drill_can_be_published() -> None:
    assert problems_in(LAB) == []
