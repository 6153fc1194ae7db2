"""Small rooms: limits for files, functions and lines (docs/developing.md)."""

import ast
import re
from collections.abc import Iterator

from tools.checks.files import files_with, text_of

FILE_LIMIT_LINES = 500
COMPONENT_LIMIT_LINES = 250
FUNCTION_LIMIT_LINES = 70
# Files that are one concept and longer than the limit, with their lengths, which may only fall. To
# list a file here is better than to cut a concept in two or to squeeze lines out of it.
LONGER_FILES: dict[str, int] = {}
WIDTH_LIMIT_COLUMNS = 100

PYTHON = (".py",)
CPP = (".cpp", ".h")
SCRIPT = (".ts", ".tsx", ".js", ".mjs")
OTHER = (".css", ".cmake", ".sh", ".yml")
# A sentence for people is one string, so that it can be searched for.
SENTENCE = re.compile(r"""(['"`]).*\1""")
# Written by a program and read by one; the rules are for people.
GENERATED = re.compile(r"(^|/)generated/|\.gen\.ts$|\.d\.ts$|-lock\.json$|\.generated\.")

# A definition at the start of a line (namespaces are not indented) or one step inside of a class.
CPP_FUNCTION_END = re.compile(r"^(?P<indent> {0,2})\}\s*(//.*)?$")
CPP_FUNCTION_HEAD = re.compile(r"\)[^;{}]*\{\s*(//.*)?$")
CPP_OTHER_BLOCK = re.compile(
    r"^\s*(if|for|while|switch|else|do|try|catch|namespace|struct|class|enum|union)\b"
)


def problems() -> Iterator[str]:
    """Every file, function and line over its limit."""
    for name in files_with(*PYTHON, *CPP, *SCRIPT, *OTHER):
        if GENERATED.search(name):
            continue
        lines = text_of(name).splitlines()
        yield from _long_file(name, len(lines))
        for number, line in enumerate(lines, start=1):
            text = SENTENCE.sub("", line) if name.startswith("frontend/src/") else line
            if len(text) > WIDTH_LIMIT_COLUMNS:
                yield f"{name}:{number}: {len(line)} columns, limit {WIDTH_LIMIT_COLUMNS}"
        if name.endswith(PYTHON):
            yield from _long_python_functions(name)
        elif name.endswith(CPP):
            yield from _long_cpp_functions(name, lines)


def _long_file(name: str, length: int) -> Iterator[str]:
    limit = COMPONENT_LIMIT_LINES if _is_component(name) else FILE_LIMIT_LINES
    allowed = LONGER_FILES.get(name, limit)
    if length > allowed:
        yield (
            f"{name}: {length} lines, limit {allowed}; divide it by concepts, not by lines, "
            "or list it in LONGER_FILES (tools/checks/sizes.py)"
        )
    elif name in LONGER_FILES and length < allowed:
        yield f"{name}: {length} lines; lower its entry in LONGER_FILES ({allowed}), or remove it"


def _is_component(name: str) -> bool:
    return name.endswith(".tsx") and ".test." not in name


def _long_python_functions(name: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(text_of(name))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.end_lineno:
            length = node.end_lineno - node.lineno + 1
            if length > FUNCTION_LIMIT_LINES:
                yield f"{name}:{node.lineno}: {node.name} has {length} lines, limit " + str(
                    FUNCTION_LIMIT_LINES
                )


def _long_cpp_functions(name: str, lines: list[str]) -> Iterator[str]:
    """Blocks whose head ends like a function's and whose brace closes at the same indent.

    clang-format fixes both indents, so this needs no parser.
    """
    for start, line in enumerate(lines):
        if not CPP_FUNCTION_HEAD.search(line) or CPP_OTHER_BLOCK.match(line):
            continue
        indent = len(line) - len(line.lstrip())
        if indent > 2:
            continue
        for end in range(start + 1, len(lines)):
            closing = CPP_FUNCTION_END.match(lines[end])
            if closing and len(closing["indent"]) <= indent:
                length = end - start + 1
                if length > FUNCTION_LIMIT_LINES:
                    yield f"{name}:{start + 1}: function has {length} lines, limit " + str(
                        FUNCTION_LIMIT_LINES
                    )
                break
