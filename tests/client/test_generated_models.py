"""The client's types are made from the description of the API."""

import json

from fairtt_lab.generated import models
from tools.bootstrap.api_types import DESCRIPTION_PATH


def test_every_object_of_the_description_has_a_type() -> None:
    schemas = json.loads(DESCRIPTION_PATH.read_text())["components"]["schemas"]
    objects = {name for name, schema in schemas.items() if schema.get("type") == "object"}
    assert len(objects) > 100
    assert {name for name in objects if not hasattr(models, name)} == set()


def test_fields_of_a_newer_server_are_kept() -> None:
    link = models.LinkRead.model_validate(
        {"rate_bps": 1e7, "delay_s": 0.01, "buffer_bytes": 1, "fair_share_bps": 5e6, "hops": 3}
    )
    assert link.model_dump()["hops"] == 3
