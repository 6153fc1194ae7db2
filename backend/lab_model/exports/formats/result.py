"""What was simulated and what came out, in one document, which `./lab replay` takes."""

from typing import Final

from lab_model.exports.declaration import Format, RunFile
from lab_model.exports.run import ExportedRun, json_text
from lab_model.results.shown import shown


def result_text(run: ExportedRun) -> str:
    """The document as JSON text."""
    return json_text(
        {
            "name": run.name,
            "seed": run.seed,
            "scenario": run.scenario,
            "result": shown(run.result),
        }
    )


FORMAT: Final = Format(
    name="result",
    suffix=".json",
    media_type="application/json",
    place=50,
    run=RunFile(
        title="Scenario and result (JSON)",
        content="scenario, seed and result in one document",
        write=lambda run, _: [result_text(run)],
    ),
)
