"""The way in to a server."""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, Self
from urllib.parse import urlsplit
from uuid import UUID

import httpx

from fairtt_lab.errors import NotFoundError, invalid
from fairtt_lab.experiments import Experiment, ExperimentLike
from fairtt_lab.generated.models import (
    AlgorithmInfo,
    ComparisonRead,
    ExperimentListed,
    ExperimentPage,
    ExperimentRead,
    Preset,
    ReadyRead,
    RunListed,
    RunPage,
    RunRead,
    RunsCreated,
    ShareList,
    ShareListed,
    ShareMade,
    ShareRead,
)
from fairtt_lab.known_cases import KnownCases
from fairtt_lab.many import ManyRuns, Wanted
from fairtt_lab.runs import Run
from fairtt_lab.scenarios import ScenarioLike, plain
from fairtt_lab.server.comparisons import Compared, Comparison, request_of
from fairtt_lab.server.connection import Connection, Parameters, understood
from fairtt_lab.server.experiments import ServerExperiment
from fairtt_lab.server.modules import SentModules
from fairtt_lab.server.runs import ServerRun
from lab_model.experiments.expected_time import units_s
from lab_model.scenarios import work_packet_count

# The server takes 50 runs and, unless it is set otherwise, 1 MiB and a minute of a worker.
MOST_RUNS: Final = 50
MOST_BYTES: Final = 900_000
MOST_WORK_S: Final = 20.0


def requests_of_runs(wanted: Iterable[Wanted]) -> Iterator[dict[str, Any]]:
    """Bodies of POST /api/runs/many, each as large as the server takes."""
    runs: list[dict[str, Any]] = []
    size_bytes, work_s = 0, 0.0
    for scenario, seed in wanted:
        run = {"scenario": scenario.model_dump(mode="json"), "seed": seed}
        added_bytes = len(json.dumps(run).encode())
        added_s = units_s(1, work_packet_count(scenario))
        is_full = len(runs) == MOST_RUNS or size_bytes + added_bytes > MOST_BYTES
        if runs and (is_full or work_s + added_s > MOST_WORK_S):
            yield {"runs": runs}
            runs, size_bytes, work_s = [], 0, 0.0
        runs.append(run)
        size_bytes += added_bytes
        work_s += added_s
    if runs:
        yield {"runs": runs}


DEFAULT_TIMEOUT_S: Final = 60.0
DEFAULT_PATIENCE_S: Final = 120.0
_PAGE_ITEMS: Final = 100
_TOKEN: Final = re.compile(r"(?:/(?:s|embed)/)?([A-Za-z0-9_-]{22})/?")
_RUN: Final = re.compile(r"(?:/api)?/runs/([0-9a-fA-F-]{36})/?")
_EXPERIMENT: Final = re.compile(r"(?:/api)?/experiments/([0-9a-fA-F-]{36})/?")


@dataclass(frozen=True)
class Shared:
    """The content of a link."""

    title: str
    note: str
    runs: list[Run]
    """Side by side, or those of a comparison."""
    experiment: Experiment | None
    read: ShareRead
    """The server's whole answer about it."""


class Lab(ManyRuns[ServerRun], KnownCases):
    """A server of FaiRTT Lab.

    `owner_key` makes runs yours: only its holder may delete them, and lists show what it owns.
    Without one a run has no owner, and is deleted after a month. `timeout_s` is for one
    request, `patience_s` for all tries of it, rate limits included; a server that has never
    answered is given up after two seconds.
    """

    def __init__(
        self,
        url: str,
        owner_key: str | None = None,
        *,
        timeout_s: float = DEFAULT_TIMEOUT_S,
        patience_s: float = DEFAULT_PATIENCE_S,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        self._connection = Connection(
            url, owner_key, timeout_s=timeout_s, patience_s=patience_s, transport=transport
        )
        self._modules = SentModules(self._connection, has_owner=owner_key is not None)

    @property
    def url(self) -> str:
        """Where it is."""
        return self._connection.site

    def close(self) -> None:
        """Free its sockets. Objects that it returned cannot use it any more."""
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_exception: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<lab at {self.url}>"

    def ready(self) -> ReadyRead:
        """Whether it can work, and with which core. Raises `ServerUnavailableError`."""
        return understood(ReadyRead, self._connection.get("/api/ready"))

    def algorithms(self) -> list[AlgorithmInfo]:
        """The algorithms that can be simulated, with all parameters."""
        return [understood(AlgorithmInfo, item) for item in self._connection.get("/api/algorithms")]

    def presets(self) -> list[Preset]:
        """The lab's own scenarios."""
        return [understood(Preset, item) for item in self._connection.get("/api/presets")]

    def run(self, scenario: ScenarioLike, seed: int = 1, *, name: str | None = None) -> ServerRun:
        """Ask for a run. The same scenario and seed are computed once; asking again is quick.

        Raises `InvalidInputError` naming field, value and bound.
        """
        body = {"scenario": plain(scenario, "scenario"), "seed": seed, "name": name}
        self._modules.send(body)
        return self._run(self._connection.post_once("/api/runs", body))

    def sweep(self, definition: ExperimentLike, *, name: str | None = None) -> ServerExperiment:
        """Ask for an experiment. Numbers that are stored already are not computed again."""
        body = {"experiment": plain(definition, "definition"), "name": name}
        self._modules.send(body)
        return self._experiment(self._connection.post_once("/api/experiments", body))

    def find_run(self, run_id: UUID | str) -> ServerRun:
        """A run by its id."""
        return self._run(self._connection.get(f"/api/runs/{_uuid(run_id)}"))

    def find_experiment(self, experiment_id: UUID | str) -> ServerExperiment:
        """An experiment by its id."""
        return self._experiment(self._connection.get(f"/api/experiments/{_uuid(experiment_id)}"))

    def find_share(self, link: str) -> Shared:
        """The content of a link: `.../s/TOKEN`, or the token alone."""
        token = _TOKEN.fullmatch(self._path_of(link))
        if token is None:
            raise invalid("link", "link must end with /s/ and 22 letters, digits, - or _")
        read = understood(ShareRead, self._connection.get("/api/shared", share_token=token[1]))
        runs: list[Run] = [ServerRun(self._connection, run) for run in read.runs]
        runs += [self.find_run(run_id) for part in read.items for run_id in part.run_ids]
        shown = None if read.experiment_id is None else self.find_experiment(read.experiment_id)
        return Shared(read.title, read.note, runs, shown, read)

    def open(self, link_or_id: str | UUID) -> ServerRun | ServerExperiment | Shared:
        """The run, experiment or share of a link or an id.

        Raises `NotFoundError`, also for a link that was revoked.
        """
        path = self._path_of(str(link_or_id))
        if found := _RUN.fullmatch(path):
            return self.find_run(found[1])
        if found := _EXPERIMENT.fullmatch(path):
            return self.find_experiment(found[1])
        if _TOKEN.fullmatch(path):
            return self.find_share(path)
        try:
            return self.find_run(path)
        except NotFoundError:
            return self.find_experiment(path)

    def compare(
        self,
        items: Sequence[Compared],
        *,
        labels: Sequence[str] | None = None,
        baseline: int = 0,
    ) -> Comparison:
        """Set 2 to 8 items beside the one with index `baseline`: runs, runs of one scenario with
        several seeds, or cells, as pairs of an experiment and an index.

        Raises `InvalidInputError`, e.g. for runs of one item with different scenarios.
        """
        request = request_of(items, labels, baseline)
        answer = self._connection.post("/api/comparisons", request)
        return Comparison(request, understood(ComparisonRead, answer))

    def share(
        self,
        shown: ServerRun | list[ServerRun] | ServerExperiment | Comparison,
        *,
        title: str = "",
        note: str = "",
        expires_in_days: float | None = None,
    ) -> str:
        """Make an unlisted link that shows exactly these finished runs, this experiment or this
        comparison, for ever or for some days; its address.
        """
        body: dict[str, Any] = {"title": title, "note": note, "expires_in_days": expires_in_days}
        if isinstance(shown, Comparison):
            body |= shown.share_body()
        elif isinstance(shown, ServerExperiment):
            body |= {"kind": "experiment", "experiment_id": str(shown.wait().id)}
        else:
            several = [shown] if isinstance(shown, ServerRun) else shown
            body["run_ids"] = [str(run.wait().id) for run in several]
        made = understood(ShareMade, self._connection.post("/api/shares", body))
        return f"{self.url}{made.path}"

    def links(self) -> list[ShareListed]:
        """Your links, newest first, also those that are over; without their secret tokens."""
        return understood(ShareList, self._connection.get("/api/shares")).items

    def revoke(self, share_id: UUID | str) -> ShareListed:
        """End a link of yours by its id (`links()`): it can no longer be opened."""
        answer = self._connection.post(f"/api/shares/{_uuid(share_id)}/revoke")
        return understood(ShareListed, answer)

    def runs(self, words: str = "") -> Iterator[RunListed]:
        """Your runs, newest first; `words` must all be in name, labels or algorithms."""
        for page in self._pages("/api/runs", words):
            yield from understood(RunPage, page).items

    def experiments(self, words: str = "") -> Iterator[ExperimentListed]:
        """Your experiments, newest first."""
        for page in self._pages("/api/experiments", words):
            yield from understood(ExperimentPage, page).items

    def _begin_all(self, wanted: Sequence[Wanted]) -> list[ServerRun]:
        found: list[ServerRun] = []
        for body in requests_of_runs(wanted):
            self._modules.send(body)
            answer = understood(RunsCreated, self._connection.post_once("/api/runs/many", body))
            found += [ServerRun(self._connection, read) for read in answer.runs]
        return found

    def _pages(self, path: str, words: str) -> Iterator[Any]:
        parameters: Parameters = {"limit": _PAGE_ITEMS, "q": words}
        while True:
            page = self._connection.get(path, parameters)
            yield page
            if page["next_cursor"] is None:
                return
            parameters = {**parameters, "cursor": page["next_cursor"]}

    def _run(self, answer: Any) -> ServerRun:
        return ServerRun(self._connection, understood(RunRead, answer))

    def _experiment(self, answer: Any) -> ServerExperiment:
        return ServerExperiment(self._connection, understood(ExperimentRead, answer))

    def _path_of(self, link: str) -> str:
        """The path of a link to this server; a bare id or token as it is."""
        parts = urlsplit(link)
        if not parts.scheme:
            return link
        site = f"{parts.scheme}://{parts.netloc}"
        if site != self.url:
            # The path may hold a token, which belongs into no message.
            message = (
                f"The link leads to {site}, and this is {self.url}: open it with Lab('{site}')"
            )
            raise invalid("link", message, site, self.url)
        return parts.path


def _uuid(text: UUID | str) -> UUID:
    try:
        return UUID(str(text))
    except ValueError:
        raise invalid("id", f"id is '{text}'; it must be that of a run or an experiment") from None
