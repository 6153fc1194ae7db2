"""Labs for classes: the file format, its expressions, the shipped templates (docs/labs.md)."""

from lab_model.classroom.expressions import (
    Expression,
    ExpressionError,
    HiddenSeeds,
    Judgement,
)
from lab_model.classroom.lab_file import LabFile
from lab_model.classroom.problems import problems_of_lab
from lab_model.classroom.templates import Template, load_templates

__all__ = [
    "Expression",
    "ExpressionError",
    "HiddenSeeds",
    "Judgement",
    "LabFile",
    "Template",
    "load_templates",
    "problems_of_lab",
]
