"""What `import fairtt_lab` does, and leaves for later."""

import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

import fairtt_lab
from fairtt_lab.answers import ServerModel
from fairtt_lab.generated import models
from tools.bootstrap.api_types import DESCRIPTION_PATH

# What takes most of the second that everything together takes.
NOT_AT_ONCE = ("fairtt_lab.generated", "httpx", "lab_model", "numpy", "pydantic")
LARGE = ("pandas", "polars", "pyarrow", "matplotlib", "scipy", "sqlalchemy", "tqdm", "lab_exec")
PROGRAM = f"""
import sys
import fairtt_lab
print([name for name in {NOT_AT_ONCE + LARGE} if name in sys.modules])
from fairtt_lab import *
print([name for name in {LARGE} if name in sys.modules])
from fairtt_lab.generated import models
types = [kind for kind in vars(models).values() if isinstance(kind, type)]
built = [kind.__name__ for kind in types if getattr(kind, "__pydantic_complete__", False)]
print(built)
models.Adopted(experiment_count=1, run_count=2)
print(models.Adopted.__pydantic_complete__)
"""


def test_loads_no_large_package_and_builds_no_validator() -> None:
    command = [sys.executable, "-c", PROGRAM]
    answer = subprocess.run(command, capture_output=True, text=True, check=True)
    assert answer.stdout.splitlines() == ["[]", "[]", "[]", "True"]


@pytest.mark.parametrize("name", fairtt_lab.__all__)
def test_every_public_name_is_there_once_it_is_asked_for(name: str) -> None:
    found = getattr(fairtt_lab, name)
    assert found.__name__ == name
    # The short forms of a scenario are those of a page's notebook, too.
    assert found.__module__.startswith(("fairtt_lab.", "lab_model.scenarios."))
    assert name in dir(fairtt_lab)


def test_what_is_not_there_is_named() -> None:
    with pytest.raises(AttributeError, match="'fairtt_lab' has no attribute 'Labb'"):
        _ = fairtt_lab.Labb


def test_fields_of_a_newer_server_are_kept() -> None:
    adopted = models.Adopted.model_validate({"experiment_count": 1, "run_count": 2, "new": 3})
    assert adopted.model_extra == {"new": 3}


def test_threads_may_use_a_type_first_at_the_same_time() -> None:
    class First(ServerModel):
        number: int

    class Outer(ServerModel):
        first: First

    assert not Outer.__pydantic_complete__
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda n: Outer.model_validate({"first": {"number": n}}), range(64)))
    assert [outer.first.number for outer in found] == list(range(64))


# The client's types are made from the description of the API.


def test_every_object_of_the_description_has_a_type() -> None:
    schemas = json.loads(DESCRIPTION_PATH.read_text())["components"]["schemas"]
    objects = {name for name, schema in schemas.items() if schema.get("type") == "object"}
    assert len(objects) > 100
    assert {name for name in objects if not hasattr(models, name)} == set()


def test_fields_of_a_newer_server_are_kept_in_generated_types() -> None:
    link = models.LinkRead.model_validate(
        {"rate_bps": 1e7, "delay_s": 0.01, "buffer_bytes": 1, "fair_share_bps": 5e6, "hops": 3}
    )
    assert link.model_dump()["hops"] == 3
