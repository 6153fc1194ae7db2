"""The title of each kind that a scenario names.

Written to frontend/src/generated/kindTitles.ts by `./lab generate`.
"""

import json
import re
import sys
from typing import get_args

from lab_model.algorithms.declared import MOST_USED
from lab_model.algorithms.registry import Carrier, PhaseEffect, registry
from lab_model.results.schemas import REASON_WORDS

_HEAD = """\
/** What people call a queue, loss model or kind of traffic. Written by `./lab generate`. */
export const KIND_TITLES: Readonly<Record<string, string>> = {
"""

_UNCONTROLLED = """
/** Kinds of traffic without congestion control: the algorithm of their groups is `none`. */
export const UNCONTROLLED_TRAFFIC: readonly string[] = """

_MANY_CONNECTIONS = """
/** Kinds of traffic with a connection for each transfer. */
export const MANY_CONNECTIONS_TRAFFIC: readonly string[] = """

_USUAL = """
/** What a link has, and what a flow sends, unless it says otherwise. */
"""

_MOST_USED = """
/** What most senders on the Internet run: the algorithm of a flow for which none is given. */
export const USUAL_ALGORITHM = """

_PHASES = """
/** What a phase does to the rate or window, as the core declares it. */
export type PhaseEffect = """

_EFFECTS = """
/** By phase, whichever of the core's algorithms has it: all agree. */
export const PHASE_EFFECTS: Readonly<Record<string, PhaseEffect | undefined>> = {
"""

_LINUX = """
/** What Linux calls an algorithm, where the lab has another name for exactly that one. */
export const LINUX_NAMES: Readonly<Record<string, string>> = """
_LINUX_FIDELITY = re.compile(r"exact: Linux (\w+)")

_REASONS = """
/** By loss model: the reason of its losses in a result. */
export const LOSS_REASONS: Readonly<Record<string, string | undefined>> = {
"""

_REASON_WORDS = """
/** Why packets are lost or marked, in words. */
export const REASON_WORDS: Readonly<Record<string, string | undefined>> = {
"""


def module_text() -> str:
    """The whole file."""
    lists = registry()
    kinds = (*lists.queues, *lists.losses, *lists.traffic)
    entries = (f"  {kind.name}: {json.dumps(kind.title, ensure_ascii=False)},\n" for kind in kinds)
    reasons = (f"  {kind.name}: {json.dumps(kind.reason)},\n" for kind in lists.losses)
    words = (f"  {name}: {json.dumps(text)},\n" for name, text in REASON_WORDS.items())
    effects = (f"  {name}: {json.dumps(effect)},\n" for name, effect in phase_effects().items())
    some = " | ".join(json.dumps(effect) for effect in get_args(PhaseEffect))
    return (
        f"{_HEAD}{''.join(entries)}}};\n"
        f"{_UNCONTROLLED}{_carried_by('datagrams')};\n"
        f"{_MANY_CONNECTIONS}{_carried_by('many_connections')};\n"
        f"{_USUAL}export const USUAL_QUEUE = {json.dumps(lists.queues[0].name)};\n"
        f"export const USUAL_TRAFFIC = {json.dumps(lists.traffic[0].name)};\n"
        f"{_MOST_USED}{json.dumps(MOST_USED)};\n"
        f"{_PHASES}{some};\n"
        f"{_EFFECTS}{''.join(effects)}}};\n"
        f"{_LINUX}{json.dumps(_linux_names())};\n"
        f"{_REASONS}{''.join(reasons)}}};\n"
        f"{_REASON_WORDS}{''.join(words)}}};\n"
    )


def phase_effects() -> dict[str, PhaseEffect]:
    """Effects by the name of a phase. Raises `ValueError` if two algorithms differ about one."""
    effects: dict[str, PhaseEffect] = {}
    for algorithm in registry().algorithms:
        for state in algorithm.machine.states:
            if effects.setdefault(state.phase, state.effect) != state.effect:
                raise ValueError(f"{algorithm.name}: {state.phase} {state.effect} elsewhere not")
    return effects


def _linux_names() -> dict[str, str]:
    exact = (
        (_LINUX_FIDELITY.fullmatch(each.fidelity), each.name) for each in registry().algorithms
    )
    return {found[1]: name for found, name in exact if found and found[1] != name}


def _carried_by(carrier: Carrier) -> str:
    return json.dumps([kind.name for kind in registry().traffic if kind.carrier == carrier])


if __name__ == "__main__":
    sys.stdout.write(module_text())
