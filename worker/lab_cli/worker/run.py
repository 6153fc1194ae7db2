"""One single run: its samples sent as they come, its result at the end."""

import math
import zlib
from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, Final

import numpy as np

from lab_cli.kit.lab_connection import Address, LabConnection, RefusedError, UnreachableError
from lab_cli.worker.batch import MOST_REASON, WORK_LOST, Answer, Pause, until_answered
from lab_cli.worker.beats import Beats
from lab_cli.worker.modules import FetchedModules
from lab_exec import CauseWatch, Chunk, RunCancelledError, SubjectColumns, run_scenario
from lab_exec.held_modules import load_served
from lab_exec.overview import OverviewGatherer
from lab_model.packet_codec import encode
from lab_model.scenarios import Scenario

MOST_VALUES: Final = 150_000
"""Of one part: 1.6 MB of text where nothing can be compressed, of four that the lab takes."""
MOST_CAUSES_BYTES: Final = 1_500_000
"""Longer ones are not sent: a request for them has a local worker compute the run again."""
COMPRESSION_LEVEL: Final = 1


class SingleRun:
    """Of one claim."""

    def __init__(
        self,
        address: Address,
        connection: LabConnection,
        work: dict[str, Any],
        modules: FetchedModules,
        *,
        pause: Pause,
        is_stopped: Callable[[], bool],
    ) -> None:
        self._connection = connection
        self._work = work
        self._modules = modules
        self._pause = pause
        self._simulated_s = 0.0
        self._beats_path = f"runs/{work['run_id']}/beats"
        self._beats = Beats(
            address,
            self._beats_path,
            self._said,
            interval_s=work["beat_interval_s"],
            is_stopped=is_stopped,
        )

    def run(self) -> int:
        """Compute it; 1 if the lab has taken the result, else 0. Raises RefusedError unless the
        run is lost: then another worker has it, or it was cancelled.
        """
        with self._beats:
            try:
                return self._compute()
            except RunCancelledError:
                if not self._beats.is_lost:
                    self._give_back()
            except RefusedError as error:
                if error.kind != WORK_LOST:
                    raise
        return 0

    def _compute(self) -> int:
        scenario = Scenario.model_validate(self._work["scenario"])
        gatherer = OverviewGatherer(scenario)
        causes: list[dict[str, Any]] = []

        def on_chunk(chunk: Chunk) -> None:
            gatherer.add(chunk)
            end = chunk.first_sample + chunk.sample_count
            self._simulated_s = end * scenario.sample_interval_s
            for part in parts_of(chunk):
                self._send("parts", {"simulated_s": self._simulated_s, **part})

        try:
            result = run_scenario(
                scenario,
                self._work["seed"],
                on_chunk=on_chunk,
                on_progress=self._on_progress,
                watch=CauseWatch(causes.append),
                modules=load_served(scenario, self._module),
            )
        except (RunCancelledError, RefusedError):
            raise
        except Exception as error:  # noqa: BLE001  the lab decides who tries again
            self._send("results", {"failed": f"{type(error).__name__}: {error}"[:MOST_REASON]})
            return 0
        recorded = encode(causes[0])
        more = {"causes": _text(recorded)} if len(recorded) <= MOST_CAUSES_BYTES else {}
        self._send("results", {"result": result, "overview": gatherer.overview(result), **more})
        return 1

    def _on_progress(self, simulated_s: float) -> bool:
        self._simulated_s = max(self._simulated_s, simulated_s)
        return self._beats.may_continue()

    def _module(self, name: str) -> bytes | None:
        return self._ask(lambda: self._modules.find(self._connection, name))

    def _send(self, path: str, more: dict[str, Any]) -> None:
        said = {"run_id": self._work["run_id"], "claim": self._work["claim"], **more}
        self._ask(lambda: self._connection.post(path, said))

    def _ask(self, ask: Callable[[], Answer]) -> Answer:
        """Until the lab answers. Raises RunCancelledError if the run is to end first."""
        return until_answered(
            ask, lambda seconds: self._pause(seconds) or not self._beats.may_continue()
        )

    def _give_back(self) -> None:
        """The worker is being stopped. If the message is lost, the lab notices its silence."""
        with suppress(UnreachableError):
            self._connection.post(self._beats_path, {**self._said(), "ends": True})

    def _said(self) -> dict[str, Any]:
        return {"claim": self._work["claim"], "simulated_s": self._simulated_s}


def parts_of(chunk: Chunk) -> Iterator[dict[str, Any]]:
    """A chunk as it is sent: some flows or links at a time. What happened comes with the first."""
    happened = {
        "phases": [phase._asdict() for phase in chunk.phases],
        "events": [
            {**event._asdict(), "value": event.value if math.isfinite(event.value) else None}
            for event in chunk.events
        ],
    }
    groups = list(_grouped(chunk))
    for position, group in enumerate(groups):
        columns = [np.ascontiguousarray(c, "<f8") for each in group for c in each.columns.values()]
        content = b"".join(column.tobytes() for column in columns)
        yield {
            "chunk_index": chunk.chunk_index,
            "first_sample": chunk.first_sample,
            "sample_count": chunk.sample_count,
            "subjects": [
                {"subject": each.subject, "index": each.index, "metrics": list(each.columns)}
                for each in group
            ],
            "values": _text(zlib.compress(content, COMPRESSION_LEVEL)),
            "is_last": position == len(groups) - 1,
            **(happened if position == 0 else {}),
        }


def _grouped(chunk: Chunk) -> Iterator[list[SubjectColumns]]:
    """At least one group: a chunk without samples may have phases and events."""
    group: list[SubjectColumns] = []
    value_count = 0
    for each in chunk.subjects if chunk.sample_count else ():
        count = len(each.columns) * chunk.sample_count
        if group and value_count + count > MOST_VALUES:
            yield group
            group, value_count = [], 0
        group.append(each)
        value_count += count
    yield group


def _text(content: bytes) -> str:
    return b64encode(content).decode()
