"""What an algorithm says of its own rule, in its entry of the registry: no sentence of this folder
needs its name for that.
"""

from typing import Final

from lab_model.algorithms import find_algorithm
from lab_model.causes.facts import FlowCase
from lab_model.causes.own_series import own_ratios
from lab_model.english.names import listed
from lab_model.english.numbers import mbit, ms, short
from lab_model.metrics import unit_of
from lab_model.modules import ModuleDescription

_MOST: Final = 2


def rule_words(case: FlowCase) -> str:
    """`The rule of CDG: delay-based without a threshold ...`; of a module what its author says.
    Empty for one that is not known, or says nothing.
    """
    if case.declared is not None:
        return _declared_words(case.declared)
    known = find_algorithm(case.flow["algorithm"])
    if known is None:
        return ""
    first = known.summary.split()[0]
    # Not of a name, as in "BBRv1 whose ...".
    begins_small = first[1:] == first[1:].lower() and not any(map(str.isdigit, first))
    text = known.summary[0].lower() + known.summary[1:] if begins_small else known.summary
    return f"The rule of {known.title}: {text}"


def _declared_words(declared: ModuleDescription) -> str:
    text = " ".join(declared.summary.split())
    if not text:
        return ""
    end = "" if text[-1] in ".!?" else "."
    return f"The rule of {declared.title}, in the words of its author: {text}{end}"


def own_ratio_words(case: FlowCase) -> str:
    """` On average "RTT factor" is 0.7.`: series that no other algorithm has, or that a module
    declares.
    """
    if case.declared is not None:
        said = [
            f'"{_subject(series.description) or series.name}" is '
            f"{_with_unit(series.name, case.states[series.name])}"
            for series in case.declared.series
            if series.name in case.states
        ]
        return f" On average {listed(said[:_MOST])}." if said else ""
    found = [
        f'"{_subject(description)}" is {short(case.states[name])}'
        for name, description in own_ratios(case.flow["algorithm"])
        if name in case.states
    ]
    return f" On average {listed(found[:_MOST])}." if found else ""


def _with_unit(name: str, value: float) -> str:
    unit = unit_of(name)
    if unit == "bit/s":
        return mbit(value)
    if unit == "s":
        return ms(value)
    return short(value) if unit == "1" else f"{short(value)} {unit}"


def _subject(description: str) -> str:
    """What a series is, without its particulars."""
    return description.partition(",")[0].partition(":")[0].strip()
