"""`./lab token`, and in containers `python -m lab.remote_work.operate`: tokens for workers
elsewhere, on the database that `LAB_DATABASE_URL` names.
"""

import argparse
import re
import sys
from collections.abc import Sequence
from datetime import datetime
from typing import Final
from uuid import UUID

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from lab.kit.database import build_engine, build_sessions
from lab.models import Experiment, WorkerToken
from lab.remote_work import tokens
from lab.remote_work.listing import TokenLine, token_lines
from lab.settings import load_settings

DEFAULT_DAYS: Final = 30.0
MOST_DAYS: Final = 3660.0
WRONG_INPUT: Final = 2
TRANSACTION_TIMEOUT_S: Final = 30.0
NAME_FORM: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,62}")

Said = tuple[str, str]
"""The answer, for stdout, and a note for the person, for stderr."""


class OperatorError(Exception):
    """A sentence for the person who typed the command."""


def main(arguments: Sequence[str]) -> int:
    """Run one of the three commands; gives the exit code."""
    parsed = _parser().parse_args(arguments)
    settings = load_settings()
    engine = build_engine(
        settings.database_url,
        pool_connections=1,
        application_name="lab-token",
        transaction_timeout_s=TRANSACTION_TIMEOUT_S,
        is_pooled=settings.database_is_pooled,
    )
    try:
        with build_sessions(engine).begin() as session:
            answer, note = parsed.run(session, parsed)
    except OperatorError as error:
        sys.stderr.write(f"{error}\n")
        return WRONG_INPUT
    finally:
        engine.dispose()
    sys.stderr.write(note)
    sys.stdout.write(f"{answer}\n")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="./lab token", description="Tokens for workers elsewhere (./lab worker)."
    )
    actions = parser.add_subparsers(required=True, metavar="ACTION")
    create = actions.add_parser("create", help="make one and print it, once")
    create.add_argument("name", metavar="NAME", help="its name in lists and logs")
    create.add_argument(
        "--days",
        default=DEFAULT_DAYS,
        metavar="N",
        help=f"how long it is valid (default: {DEFAULT_DAYS:g})",
    )
    create.add_argument(
        "--experiment", metavar="ID", help="the only experiment that it may compute (default: all)"
    )
    create.add_argument(
        "--runs",
        action="store_true",
        help="also for single runs, whose results are shown before they are checked",
    )
    create.set_defaults(run=_create)
    listed = actions.add_parser("list", help="list all tokens and the state of their work")
    listed.set_defaults(run=_list)
    revoke = actions.add_parser("revoke", help="refuse one from now on")
    revoke.add_argument("name", metavar="NAME")
    revoke.set_defaults(run=_revoke)
    return parser


def _create(session: Session, parsed: argparse.Namespace) -> Said:
    name: str = parsed.name
    if not NAME_FORM.fullmatch(name):
        raise OperatorError(
            f"The name is {name!r}; it must be 1 to 63 letters, digits, dots, hyphens and "
            "underscores, and begin with a letter or digit."
        )
    if session.scalar(select(WorkerToken.id).where(WorkerToken.name == name)) is not None:
        raise OperatorError(f"There is a token {name!r} already. Choose another name.")
    if parsed.runs and parsed.experiment is not None:
        raise OperatorError(
            "--runs and --experiment exclude each other: single runs belong to no experiment."
        )
    token, secret = tokens.create(
        session,
        name,
        days=_days(parsed.days),
        experiment_id=_experiment_id(session, parsed.experiment),
        takes_runs=parsed.runs,
    )
    note = (
        f"Token {name!r} is valid until {token.expires_at:%Y-%m-%d}. It is shown only now; keep it "
        "in a file that others cannot read, and name that file in ./lab worker --token FILE.\n"
    )
    return secret, note


def _list(session: Session, _parsed: argparse.Namespace) -> Said:
    lines = token_lines(session)
    if not lines:
        return "There are no tokens for workers elsewhere. Make one: ./lab token create NAME", ""
    of_units = ("units", "waiting", "equal", "wrong")
    head = ("name", "state", "expires", "last used", *of_units, "runs", "equal", "for")
    rows = [head, *(_row(line) for line in lines)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(head))]
    table = "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    )
    return table, ""


def _row(line: TokenLine) -> tuple[str, ...]:
    return (
        line.name,
        line.state,
        _day(line.expires_at),
        "never" if line.last_used_at is None else line.last_used_at.strftime("%Y-%m-%d %H:%M"),
        *(f"{count:,}" for count in (line.units, line.waiting, line.equal, line.wrong)),
        *(f"{count:,}" for count in (line.runs, line.runs_equal)),
        _scope(line),
    )


def _scope(line: TokenLine) -> str:
    if line.experiment_id is not None:
        return line.experiment_id
    return "all experiments, runs" if line.takes_runs else "all experiments"


def _day(time: datetime) -> str:
    return time.strftime("%Y-%m-%d")


def _revoke(session: Session, parsed: argparse.Namespace) -> Said:
    token = tokens.revoke(session, parsed.name)
    if token is None:
        raise OperatorError(f"There is no token {parsed.name!r}. ./lab token list shows all.")
    return f"Token {token.name!r} is refused from now on. What its workers have sent stays.", ""


def _days(text: object) -> float:
    try:
        days = float(str(text))
    except ValueError:
        days = 0.0
    if not 0 < days <= MOST_DAYS:
        raise OperatorError(f"--days is {text}; it must be a number above 0, at most {MOST_DAYS:g}")
    return days


def _experiment_id(session: Session, text: str | None) -> UUID | None:
    if text is None:
        return None
    try:
        wanted = UUID(text)
    except ValueError:
        raise OperatorError(
            f"--experiment is {text!r}; it must be the id in the experiment's address"
        ) from None
    count = select(func.count()).where(Experiment.id == wanted)
    if not session.scalar(count):
        raise OperatorError(f"There is no experiment {wanted}.")
    return wanted


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
