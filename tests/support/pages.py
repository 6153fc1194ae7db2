"""Examples of a Markdown page, executed one after another as a reader would."""

from pathlib import Path
from typing import Any
from unittest import SkipTest

from sybil import Sybil
from sybil.parsers.markdown import PythonCodeBlockParser, SkipParser


def execute_page(path: Path, **names: Any) -> tuple[dict[str, Any], int]:
    """Run the page's Python in one namespace that begins with `names`.

    Gives the namespace at the end and how many examples were executed. An example that fails says
    its line. The page may skip examples by comments (see Sybil).
    """
    document = Sybil(parsers=[PythonCodeBlockParser(), SkipParser()]).parse(path)
    document.namespace.update(names)
    executed = 0
    for example in document.examples():
        try:
            example.evaluate()
        except SkipTest:
            continue
        executed += example.parsed is not None
    return document.namespace, executed
