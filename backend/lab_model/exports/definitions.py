"""What every number of a run means, with its unit: `metrics.json` beside the data."""

from collections.abc import Iterable, Mapping
from typing import Any

from lab_model.algorithms import AlgorithmInfo, find_algorithm, registry
from lab_model.exports.run import ExportedRun, Json
from lab_model.metrics import (
    FLOW,
    FLOW_SERIES,
    LINK_SERIES,
    SUMMARY,
    UNIT_WORDS,
    MetricDeclaration,
    unit_of,
)


def definitions(run: ExportedRun) -> Json:
    """Definitions of every number in `result.json` and of every series of the run."""
    return {
        "units": "The unit is the last word of every name: "
        + ", ".join(f"{word}: {unit}" for word, unit in UNIT_WORDS.items() if unit != "1"),
        "window": run.result["window"],
        "summary": _of_rows(run.result["summary"], SUMMARY),
        "flows": _of_rows(run.result["flows"][0], FLOW),
        "series": {"flow": _flow_series(run), "link": _link_series(run)},
    }


def _of_rows(names: Iterable[str], rows: Mapping[str, MetricDeclaration]) -> Json:
    return {
        name: {
            "label": rows[name].heading,
            "unit": unit_of(name),
            "definition": rows[name].explanation,
        }
        for name in names
        if name in rows
    }


def _flow_series(run: ExportedRun) -> Json:
    """Series of every flow, then those of each algorithm in the run by its name."""
    series: Json = {"every": _of_series(FLOW_SERIES)}
    for name in dict.fromkeys(group["algorithm"]["name"] for group in run.scenario["flows"]):
        algorithm = find_algorithm(name) or run.declared.get(name)
        if algorithm is None:
            continue
        metrics = algorithm.metrics if isinstance(algorithm, AlgorithmInfo) else algorithm.series
        series[name] = _of_texts({metric.name: metric.description for metric in metrics})
    return series


def _link_series(run: ExportedRun) -> Json:
    """Series of every link, then those that the run's queue disciplines write beyond that."""
    links = [run.scenario["bottleneck"], *run.scenario.get("links", [])]
    kinds = {link["queue"]["kind"] for link in links}
    own = [item for queue in registry().queues if queue.name in kinds for item in queue.metrics]
    own_texts = _of_texts({metric.name: metric.description for metric in own})
    return {**_of_series(LINK_SERIES), **own_texts}


def _of_series(table: Mapping[str, MetricDeclaration]) -> dict[str, Any]:
    return _of_texts({name: metric.explanation for name, metric in table.items()})


def _of_texts(texts: dict[str, str]) -> dict[str, Any]:
    return {
        name: {"unit": unit_of(name), "definition": definition}
        for name, definition in texts.items()
    }
