"""Workers elsewhere in a storm: a machine with the lab's address and a token, which is killed and
halted like everything else, and a tab that computes an experiment.
"""

import os
import signal
import subprocess
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import httpx

from lab_exec import behaviour_version, core_version
from tests.support.page import ask_page_core
from tools.paths import PROJECT_ROOT
from tools.testing.running_lab import RunningLab

TOKEN_NAME: Final = "storm"
VARIABLE: Final = "LAB_STORM_TOKEN"
# So few of its units are computed again before its numbers are used that many are used.
SETTINGS: Final = {
    "LAB_REMOTE_FIRST_UNITS": "8",
    "LAB_REMOTE_FIRST_RUNS": "8",
    "LAB_TAB_FIRST_UNITS": "4",
}
PAUSE_S: Final = 0.5
OWNER: Final = {"X-Lab-Owner": "storm-" + "s" * 26}
"""Of the experiment that the tab computes."""


class Elsewhere:
    """One `./lab worker` with one process."""

    def __init__(self, lab: RunningLab, log_path: Path) -> None:
        self._lab = lab
        self._log_path = log_path
        made = self._token("create", TOKEN_NAME, "--runs")
        self._environment = {**os.environ, VARIABLE: made.strip()}
        self._child: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """As a person does on another machine."""
        command = [str(PROJECT_ROOT / "lab"), "worker", "--url", self._lab.address]
        command += ["--token", VARIABLE, "--jobs", "1"]
        with self._log_path.open("ab") as log:
            self._child = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                env=self._environment,
                process_group=0,
            )

    def kill_and_start(self) -> None:
        """Power off, power on."""
        self.end()
        self.start()

    def signal(self, number: signal.Signals) -> None:
        """To all of its processes."""
        if self._child is not None:
            os.killpg(self._child.pid, number)

    def end(self) -> None:
        """Without a word."""
        if self._child is not None:
            self.signal(signal.SIGKILL)
            self._child.wait()
            self._child = None

    def is_running(self) -> bool:
        """The lab has not refused it."""
        return self._child is not None and self._child.poll() is None

    def line(self) -> str:
        """What has become of its units, as the operator sees it."""
        lines = self._token("list").splitlines()
        return next(line for line in lines if line.startswith(TOKEN_NAME))

    def _token(self, *words: str) -> str:
        command: Sequence[str] = [str(PROJECT_ROOT / "lab"), "token", *words]
        made = subprocess.run(
            [*command, "--data-dir", str(self._lab.data_dir)],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=True,
        )
        return made.stdout


class Tab:
    """A page that lets its core compute an experiment: the page's module, run by Node."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None
        self.sent_count = 0
        """Units that the lab has taken."""

    def begin(self, address: str, experiment_id: str) -> None:
        """Compute it until the end of the storm, or of the experiment."""
        self._thread = threading.Thread(target=self._run, args=(address, experiment_id))
        self._thread.start()

    def end(self) -> None:
        """It is closed."""
        self._stopping.set()
        if self._thread is not None:
            self._thread.join()

    def _run(self, address: str, experiment_id: str) -> None:
        path = f"/api/remote-work/experiments/{experiment_id}/tabs"
        with httpx.Client(base_url=address, timeout=20.0) as client:
            while not self._stopping.wait(PAUSE_S):
                # While a part of the lab is away, as a page does: it asks again.
                with suppress(httpx.HTTPError):
                    joined = client.post(path, headers=OWNER).raise_for_status().json()
                    self._compute(client, {"Authorization": f"Bearer {joined['token']}"})

    def _compute(self, client: httpx.Client, headers: dict[str, str]) -> None:
        core = {"core_version": core_version(), "behaviour_version": behaviour_version()}
        asked = {**core, "wants_scenarios": True}
        offer = client.post("/api/remote-work/claims", json=asked, headers=headers)
        batch: dict[str, Any] | None = offer.raise_for_status().json()["batch"]
        if batch is None:
            return
        units = batch["units"]
        works = [{"scenario": each["scenario"], "seed": each["seed"]} for each in units]
        path = f"/api/remote-work/batches/{batch['batch_id']}"
        with ThreadPoolExecutor(1) as pool:
            computed = pool.submit(ask_page_core, self._folder, works)
            while wait([computed], timeout=batch["beat_interval_s"]).not_done:
                claim = {"claim": batch["claim"]}
                client.post(f"{path}/beats", json=claim, headers=headers).raise_for_status()
        answers = computed.result()
        reports = [
            {
                "cell_index": unit["cell_index"],
                "seed": unit["seed"],
                "core": {n: answer["numbers"][n] for n in ("fairness", "links", "flows")},
            }
            for unit, answer in zip(units, answers, strict=True)
        ]
        body = {"claim": batch["claim"], "cores": reports, "ends": True}
        client.post(f"{path}/reports", json=body, headers=headers).raise_for_status()
        self.sent_count += len(units)
