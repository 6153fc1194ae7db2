"""The code of a notebook, executed here: a kernel takes ten times as long to start."""

import ast
from pathlib import Path
from typing import Any

import nbformat


def execute_cells(path: Path) -> dict[str, Any]:
    """Execute all cells in one namespace; the value that each shows, by the id of the cell.

    The code finds its files in the current folder, as in Jupyter.
    """
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    names: dict[str, Any] = {}
    return {
        cell["id"]: _shown(cell["source"], names)
        for cell in notebook.cells
        if cell["cell_type"] == "code"
    }


def _shown(source: str, names: dict[str, Any]) -> Any:
    """What a cell shows: the value of its last line, if that is an expression."""
    body = ast.parse(source).body
    last = body.pop() if isinstance(body[-1], ast.Expr) else None
    exec(compile(ast.Module(body, []), "<cell>", "exec"), names)
    if not isinstance(last, ast.Expr):
        return None
    return eval(compile(ast.Expression(last.value), "<cell>", "eval"), names)
