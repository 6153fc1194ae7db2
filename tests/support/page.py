"""What a page without a server answers: its core, run by Node, and its Python, run here."""

import json
import subprocess
from pathlib import Path
from typing import Any

from lab.site.in_page import answer
from lab_model.algorithms import registry
from lab_model.scenarios.json_schema import scenario_json_schema
from tools.bootstrap.core_in_node import core_program
from tools.bootstrap.node import find_node
from tools.bootstrap.wasm import MODULE_PATH

Json = dict[str, Any]


def ask_page_core(folder: Path, works: list[Json]) -> list[Json]:
    """What the core says of works (frontend/src/cli/core.ts)."""
    question = folder / "question.json"
    question.write_text(
        json.dumps(
            {
                "schema": scenario_json_schema(),
                "algorithms": [item.model_dump() for item in registry().algorithms],
                "works": works,
            }
        )
    )
    command: list[str | Path] = [find_node().node, core_program(), MODULE_PATH, question]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    found: list[Json] = json.loads(done.stdout)
    return found


def say_in_page(question: str, body: Json) -> Json:
    """What Python answers. It must not refuse."""
    said: Json = json.loads(answer(question, json.dumps(body)))
    assert said["status"] == 200, said
    found: Json = said["body"]
    return found
