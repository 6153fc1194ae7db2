"""tools/ runs before anything is installed: it imports the standard library and itself, no more."""

import ast
import sys
from collections.abc import Iterator

from tools.checks.files import files_with, text_of


def problems() -> Iterator[str]:
    """Every import in tools/ that a bare Python would not find."""
    for name in files_with(".py", under="tools/"):
        for node in ast.walk(ast.parse(text_of(name))):
            modules: list[str] = []
            if isinstance(node, ast.Import):
                modules = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                modules = [node.module or "."]
            for module in modules:
                top = module.partition(".")[0]
                if top != "tools" and top not in sys.stdlib_module_names:
                    yield f"{name}: imports {module}, which is not in the standard library"
