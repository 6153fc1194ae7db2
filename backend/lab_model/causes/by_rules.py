"""Numbers of an algorithm that a parameter of 0 leaves to its `rules`: read from the registry."""

import re
from fractions import Fraction
from typing import Final

from lab_model.algorithms import find_algorithm
from lab_model.causes.facts import FlowCase

_BY_RULES: Final = re.compile(r"0: by the rules, ([\d./]+) or Linux's ([\d./]+)")
"""How the core describes such a parameter, in the order of the choices of `rules`."""


def number_by_rules(case: FlowCase, name: str) -> float | None:
    """The parameter or, of 0, what the rules say; None if the registry does not."""
    given = case.parameter(name) or 0.0
    rules = case.choice("rules")
    if given > 0 or rules is None:
        return given
    known = find_algorithm(case.flow["algorithm"])
    described = None if known is None else known.parameter(name)
    choices = None if known is None else known.parameter("rules")
    found = None if described is None else _BY_RULES.search(described.description)
    if found is None or choices is None or rules not in choices.choices:
        return None
    return float(Fraction(found[choices.choices.index(rules) + 1]))
