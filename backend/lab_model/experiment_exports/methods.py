"""The paragraph for a paper's section on methods, and BibTeX."""

from typing import Final

from lab_model.experiment_exports.experiment import ExportedExperiment
from lab_model.experiments.axes import ResolvedAxis
from lab_model.exports.citation import escaped, program_entry, work_entry
from lab_model.exports.methods import setting_sentences
from lab_model.exports.wording import count_of, time
from lab_model.scenarios import Scenario, buffer_bytes

_MOST_POINTS_NAMED: Final = 12
_AVERAGES: Final = (
    "Means are over seeds, with Student's t 95 % intervals; those of ratios by their logarithms, "
    "transformed back."
)


def methods_text(experiment: ExportedExperiment) -> str:
    """What was varied, what was not, how it was averaged, and how to repeat it."""
    base = experiment.expansion.definition.base
    sentences = [
        _program(experiment),
        *map(_axis, experiment.expansion.axes),
        "Where nothing else is said:",
        *setting_sentences(base.model_dump(mode="json"), buffer_bytes(base)),
        _window(base),
        _AVERAGES,
        _arms(experiment),
        _repeat(experiment),
    ]
    return " ".join(sentence for sentence in sentences if sentence) + "\n"


def bibtex(experiment: ExportedExperiment) -> str:
    """Two entries: the program in the version that computed it, and the experiment."""
    found = experiment.found
    note = (
        f"{count_of(found.unit_count, 'run')}, core version {escaped(experiment.core_version)}, "
        f"numbers {found.numbers_digest}"
    )
    key = f"fairtt-lab-experiment-{found.numbers_digest[:12]}"
    return program_entry(experiment.core_version) + work_entry(key, experiment.title, note)


def _program(experiment: ExportedExperiment) -> str:
    expansion = experiment.expansion
    seeds = expansion.seeds
    missing = expansion.unit_count - experiment.found.unit_count
    failed = len(experiment.failed)
    why = f" ({failed} failed)" if failed else ""
    lacking = f" {count_of(missing, 'run')} of them have no numbers{why}." if missing else ""
    which = f"seeds {seeds[0]} to {seeds[-1]}" if len(seeds) > 1 else f"seed {seeds[0]}"
    return (
        f"We simulated {count_of(expansion.unit_count, 'run')} with FaiRTT Lab, a deterministic "
        f"packet-level simulator (core version {experiment.core_version}): "
        f"{count_of(expansion.cell_count, 'setting')} with {which} each, the same in every "
        f"setting, so that all met the same luck.{lacking}"
    )


def _window(base: Scenario) -> str:
    return (
        f"Numbers are over the simulated time from {time(base.warmup_s)} to "
        f"{time(base.duration_s)} of each run and over all packets."
    )


def _axis(axis: ResolvedAxis) -> str:
    texts = [point.text for point in axis.points]
    if len(texts) > _MOST_POINTS_NAMED:
        shown = f"{len(texts)} values from {texts[0]} to {texts[-1]}"
    else:
        shown = ", ".join(texts)
    return f"{axis.label} was varied ({' and '.join(axis.paths)}): {shown}."


def _arms(experiment: ExportedExperiment) -> str:
    expansion = experiment.expansion
    index = expansion.definition.arm_axis_index
    if index is None:
        return ""
    baseline = expansion.axes[index].points[expansion.definition.baseline_index].text
    return (
        f"The {expansion.axes[index].label} was compared with {baseline}, pair by pair of runs "
        "with the same seed."
    )


def _repeat(experiment: ExportedExperiment) -> str:
    return (
        "The same definition gives the same numbers with this core version: "
        f"{experiment.found.numbers_digest} (SHA-256 over scenario, seed and summary of each run)."
    )
