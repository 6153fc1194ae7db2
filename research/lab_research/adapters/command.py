"""`adapters`: public controllers, unchanged, against the core's of the same name. Needs Rust."""

import argparse
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Final

from lab_cli.kit.progress import run_count_progress
from lab_cli.kit.tables import print_table
from lab_exec import core_version
from lab_exec.errors import InputError
from lab_exec.parallel import job_count
from lab_research.adapters import page
from lab_research.adapters.build import build, check_toolchain
from lab_research.adapters.compare import Row, compare
from lab_research.adapters.situations import situations
from lab_research.adapters.sources import CONTROLLERS, Controller

TITLE: Final = "How many situations agree"
HEADER: Final = ["controller", "crate", "situations", "within", "closed", "read", "open"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares options and arguments."""
    parser.add_argument(
        "controller",
        nargs="*",
        help=f"of {', '.join(repr(each.name) for each in CONTROLLERS)} (default: all)",
    )
    parser.add_argument("--jobs", metavar="N", help="processes (default: one per core)")
    parser.add_argument("--build", action="store_true", help="only compile, and say where")
    parser.add_argument(
        "--write",
        action="store_true",
        help="renew research/data/adapters.json and research/adapters/results.md (all controllers)",
    )
    parser.add_argument(
        "--open",
        action="store_true",
        help="with --write: only the rows whose difference no change closes, after a new rule",
    )


def run(arguments: argparse.Namespace) -> int:
    """Builds, runs both, prints how many situations agree."""
    chosen = _chosen(arguments.controller)
    if arguments.write and len(chosen) != len(CONTROLLERS):
        raise InputError("--write is of all controllers; leave their names out")
    if arguments.open and not arguments.write:
        raise InputError("--open says which rows --write renews; give both")
    check_toolchain()
    modules = {each.name: build(each) for each in chosen}
    if arguments.build:
        print("\n".join(f"{name}: {path}" for name, path in modules.items()))
        return 0
    if arguments.open:
        wanted = {each.name: page.unclosed(each.name) for each in chosen}
        page.write_pages(page.renewed(_rows(wanted, modules, job_count(arguments.jobs))))
        return 0
    everywhere = {each.name: [*situations()] for each in chosen}
    rows = _rows(everywhere, modules, job_count(arguments.jobs))
    content = page.document(core_version(), modules, rows)
    if arguments.write:
        page.write_pages(content)
    print_table(TITLE, HEADER, page.summary_rows(content))
    return 0


def _rows(titles: dict[str, list[str]], modules: dict[str, Path], process_count: int) -> list[Row]:
    with (
        run_count_progress(len(titles)) as on_done,
        ProcessPoolExecutor(process_count, get_context("spawn")) as pool,
    ):
        waiting = [
            pool.submit(compare, each, modules[each.name], titles[each.name])
            for each in CONTROLLERS
            if each.name in titles
        ]
        rows: list[Row] = []
        for each in waiting:
            rows += each.result()
            on_done()
    return rows


def _chosen(names: list[str]) -> list[Controller]:
    known = {each.name: each for each in CONTROLLERS}
    for name in names:
        if name not in known:
            raise InputError(f"'{name}' is no controller; {', '.join(known)} are")
    return [known[name] for name in names] or list(CONTROLLERS)
