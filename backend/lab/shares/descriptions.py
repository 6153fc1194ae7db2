"""The content of a link as a sentence: for messengers, which show them below its picture."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy.orm import Session

from lab.models import Experiment, Run, Share
from lab.modules import service as modules
from lab.shares import repository
from lab_model.english.numbers import count_of
from lab_model.scenarios.group_names import algorithm_title

_MAX_LENGTH = 300
_MAX_GROUPS = 4


def description_of(session: Session, share: Share) -> str:
    """The first line of the note; without one, what each of the runs or items is."""
    note = share.note.strip().split("\n")[0]
    text = note or _content_of(session, share)
    return text if len(text) <= _MAX_LENGTH else f"{text[: _MAX_LENGTH - 1].rstrip()}…"


def _content_of(session: Session, share: Share) -> str:
    if share.comparison is not None:
        labels = [part["label"] or "without a name" for part in share.comparison["items"]]
        return f"Compared: {', '.join(labels)}"
    if share.kind == "experiment":
        return ", ".join(_size_of(each) for each in repository.experiments_of(session, share.id))
    shown = repository.runs_of(session, share.id)
    labels = run_labels([run for run, _ in shown])
    in_titles = modules.in_titles(session, [run.scenario for run, _ in shown])
    parts = []
    for (run, result), label in zip(shown, labels, strict=True):
        document = None if result is None else result.document
        shares = [] if document is None else shares_of(run, document)[:_MAX_GROUPS]
        got = ", ".join(f"{name} {100 * part:.0f}%" for name, part in shares)
        parts.append(f"{label}: {got}" if got else label)
    return in_titles("; ".join(parts)) or "A result of FaiRTT Lab"


def _size_of(experiment: Experiment) -> str:
    seeds = f"{count_of(experiment.replication_count, 'seed')} each"
    return f"{experiment.name}: {count_of(experiment.cell_count, 'cell')}, {seeds}"


def run_labels(runs: Sequence[Run]) -> list[str]:
    """The shortest kind of name in which they all differ; of one run its setting."""
    if len(runs) == 1:
        return [setting_of(runs[0])]
    kinds = (
        [run.name for run in runs],
        [_algorithms(run) for run in runs],
        [f"{_algorithms(run)}, seed {run.seed}" for run in runs],
        [setting_of(run) for run in runs],
    )
    for labels in kinds:
        if all(labels) and len(set(labels)) == len(labels):
            return labels
    return [f"{place}. {setting_of(run)}" for place, run in enumerate(runs, start=1)]


def setting_of(run: Run) -> str:
    """Algorithms, rate, length and seed."""
    rate_bps = run.scenario["bottleneck"]["rate_bps"]
    return f"{_algorithms(run)}; {rate_bps / 1e6:g} Mbit/s, {run.duration_s:g} s, seed {run.seed}"


def shares_of(run: Run, document: dict[str, Any]) -> list[tuple[str, float]]:
    """Each flow group's label and its share of the bits on the wire; nothing got through: none."""
    totals = [0.0] * len(run.scenario["flows"])
    for flow in document["flows"]:
        totals[flow["group_index"]] += flow["throughput_bps"] or 0.0
    total_bps = sum(totals)
    labels = [group["label"] for group in run.scenario["flows"]]
    if total_bps <= 0:
        return []
    return [(name, group / total_bps) for name, group in zip(labels, totals, strict=True)]


def _algorithms(run: Run) -> str:
    names = dict.fromkeys(group["algorithm"]["name"] for group in run.scenario["flows"])
    return ", ".join(map(algorithm_title, names))
