"""Files of runs of a page without a server, by the service's own lines.

What the page knows of a run comes as JSON; its series, which may be many, as doubles behind it.

    write_file(text, values)    # ('{"status": 200, "body": {"name": ...}}', b"...")
"""

import json
from array import array
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from lab.site.refusals import Json, RefusedError, item_of, refused
from lab_model.exports.declaration import ExperimentFile, RunFile
from lab_model.exports.run import ExportedRun, PacketPart, SeriesPiece, Timeline
from lab_model.exports.table import FORMATS, RUN_FILES, problem_of_part, run_file_name, run_parts
from lab_model.scenarios import Scenario

_DOUBLE_BYTES: Final = 8


def write_file(text: str, values: bytes) -> tuple[str, bytes]:
    """The file that GET /api/runs/{run_id}/export/{format} gives: an HTTP status with name and
    media type of the file as JSON, and its bytes.

    The text has `format`, `name`, `seed`, `scenario`, `result` (Python's answer to `result`, as it
    was: its numerals are in it), `pieces` (`subject`, `index`, `first_sample`, `sample_count`,
    `metrics`), `phases`, `events`, and `from_s`, `to_s` with the `packets` of that part, or null.
    `values` are the doubles of the pieces, column after column.
    """
    try:
        name, content = _written(json.loads(text), values)
    except RefusedError as error:
        return json.dumps({"status": error.problem["status"], "body": error.problem}), b""
    return json.dumps({"status": 200, "body": name}), content


def _written(body: Json, values: bytes) -> tuple[Json, bytes]:
    wanted = body["format"]
    instead = "CSV or JSON, which have the same rows, or open the run in a lab with a server"
    require_writable(RUN_FILES, wanted, "a run", instead)
    problem = problem_of_part(wanted, body["from_s"], body["to_s"])
    if problem is not None:
        raise refused(problem, [item_of("from_s", problem, body["from_s"])])
    run = _run(body)
    source = _PageSource(body, memoryview(values))
    name = {"name": run_file_name(run, wanted), "media_type": FORMATS[wanted].media_type}
    return name, b"".join(run_parts(wanted, run, source))


def require_writable(
    formats: Mapping[str, RunFile] | Mapping[str, ExperimentFile],
    wanted: str,
    of: str,
    instead: str,
) -> None:
    """Raises RefusedError for a format that there is not, and for one that a page cannot write."""
    file = formats.get(wanted)
    if file is None:
        raise refused(f"{wanted} is not a format of {of}: {', '.join(formats)}.")
    if file.needs_library:
        message = (
            f"A page without a server cannot write {file.title}: it has no library for that. "
            f"Choose {instead}."
        )
        raise refused(message)


def _run(body: Json) -> ExportedRun:
    # JavaScript writes 10.0 as 10: reading the scenario again makes it what it was.
    scenario = Scenario.model_validate(body["scenario"]).model_dump(mode="json")
    result = json.loads(body["result"])["body"]
    # Equal work has one result, under each run's own labels.
    for flow in result["flows"]:
        flow["label"] = scenario["flows"][flow["group_index"]]["label"]
    return ExportedRun(body["name"], scenario, body["seed"], result)


@dataclass(frozen=True)
class _PageSource:
    """The data of a run as the page has them."""

    body: Json
    values: memoryview

    def pieces(self) -> Iterator[SeriesPiece]:
        """Chunk by chunk."""
        at = 0
        for piece in self.body["pieces"]:
            columns = {}
            for metric in piece["metrics"]:
                end = at + _DOUBLE_BYTES * piece["sample_count"]
                columns[metric] = array("d", self.values[at:end].tobytes())
                at = end
            yield SeriesPiece(piece["subject"], piece["index"], piece["first_sample"], columns)

    def flow_pieces(self) -> Iterator[SeriesPiece]:
        """Flow by flow, each by time."""
        flows = (piece for piece in self.pieces() if piece.subject == "flow")
        return iter(sorted(flows, key=lambda piece: (piece.index, piece.first_sample)))

    def timeline(self) -> Timeline:
        """Its numbers are doubles, whatever JavaScript made of them."""
        return Timeline(
            phases=[_with_doubles(each, ("start_s", "end_s")) for each in self.body["phases"]],
            events=[_with_doubles(each, ("time_s", "value")) for each in self.body["events"]],
        )

    def packets(self) -> PacketPart | None:
        """Those that the page's core has recorded, of the part that was asked for."""
        found = self.body["packets"]
        if found is None:
            return None
        columns = {**found["events"], "time_s": [float(each) for each in found["events"]["time_s"]]}
        return PacketPart(columns, found["isTruncated"])


def _with_doubles(row: Json, names: tuple[str, ...]) -> dict[str, Any]:
    return {**row, **{name: float(row[name]) for name in names if row.get(name) is not None}}
