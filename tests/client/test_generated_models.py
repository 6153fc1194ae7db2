"""The client's types are those of the committed description of the API."""

import subprocess

from fairtt_lab.generated import models
from tools.commands.client_models import MODELS_PATH, models_command


def test_committed_models_are_fresh() -> None:
    written = subprocess.run(models_command(), stdout=subprocess.PIPE, text=True, check=True)
    assert MODELS_PATH.read_text() == written.stdout, "run: ./lab generate"


def test_fields_of_a_newer_server_are_kept() -> None:
    link = models.LinkRead.model_validate(
        {"rate_bps": 1e7, "delay_s": 0.01, "buffer_bytes": 1, "fair_share_bps": 5e6, "hops": 3}
    )
    assert link.model_dump()["hops"] == 3
