"""A page of the documentation, of which a command writes what stands between two marks."""

from pathlib import Path

from lab_cli.kit.output_file import write_text
from lab_exec.errors import InputError


def write_between(path: Path, marks: tuple[str, str], text: str, what: str) -> None:
    """Put `text` between two marks of a page; the text around them is written by hand.

    `what` it is stands in the message, "the cases". Raises InputError if a mark is missing.
    """
    begin, end = marks
    page = path.read_text(encoding="utf-8")
    if begin not in page or end not in page:
        raise InputError(f"'{path}' lacks the marks between which {what} stand")
    before, rest = page.split(begin, 1)
    after = rest.split(end, 1)[1]
    write_text(path, f"{before}{begin}{text}{end}{after}")


def markdown_table(header: tuple[str, ...], rows: list[list[str]], align: str = "-:") -> str:
    """A table in Markdown; `align` is of all columns but the first."""
    lines = [header, ["-", *([align] * (len(header) - 1))], *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)
