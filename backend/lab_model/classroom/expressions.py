"""The language of goals: arithmetic and comparisons over the metrics of a run. See docs/labs.md.

    flow["CUBIC"].throughput_bps < 0.2 * link.rate_bps and retransmit_ratio == 0

It has the grammar of Python's expressions, of which only the nodes below are accepted. Nothing is
compiled or executed: the tree is walked.
"""

import ast
import math
import operator
import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, Literal

from lab_model.metrics import FLOW, SUMMARY
from lab_model.scenarios import Scenario

Kind = Literal["number", "truth"]
Result = Mapping[str, Any]

MAX_LENGTH: Final = 500
MAX_NODES: Final = 200
LINK_NAMES: Final = ("rate_bps", "delay_s", "buffer_bytes", "fair_share_bps")
_NULL: Final = "\0"
FUNCTIONS: Final[dict[str, Callable[..., float]]] = {"min": min, "max": max, "abs": abs}

_COMPARISONS: Final[dict[type[ast.cmpop], Callable[[float, float], bool]]] = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
}
_ARITHMETIC: Final[dict[type[ast.operator], Callable[[float, float], float]]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: lambda a, b: a / b if b != 0 else math.nan,
}


class ExpressionError(ValueError):
    """An expression that cannot be used; the message says what to write instead."""


@dataclass(frozen=True)
class HiddenSeeds:
    """How a goal went in the runs that judge it, too, and that students do not see."""

    seed_count: int
    reached_count: int
    failed_count: int
    """Of those that were not reached: the run has no result."""


@dataclass(frozen=True)
class Judgement:
    """Whether a run keeps an expression, and the numbers that decide."""

    holds: bool
    """In every hidden run, too, where there are some."""
    terms: dict[str, float | None]
    """Every metric of the expression with its value; null where the run has none."""
    hidden: HiddenSeeds | None = None
    """None: there are no hidden runs, or the run itself decided."""

    @property
    def is_decided(self) -> bool:
        """False if a metric that it needs does not exist in this run; then it does not hold."""
        return all(value is not None for value in self.terms.values())


@dataclass(frozen=True)
class Expression:
    """A parsed text of one kind: a number, or true or false.

    Raises `ExpressionError` for what is not in the language.
    """

    text: str
    kind: Kind

    def __post_init__(self) -> None:
        found = _kind_of(self._tree)
        if found != self.kind:
            wanted = "compare something" if self.kind == "truth" else "be a number"
            raise ExpressionError(f"it must {wanted}")

    @cached_property
    def _tree(self) -> ast.expr:
        return _parse(self.text)

    def check(self, scenario: Scenario) -> None:
        """Raises `ExpressionError` for a flow that the scenario does not have."""
        self.check_labels([group.label for group in scenario.flows])

    def check_labels(self, labels: Collection[str]) -> None:
        """As `check`, for a list of labels."""
        for node in ast.walk(self._tree):
            label = _label_of(node)
            if label is not None and label not in labels:
                known = ", ".join(f'"{name}"' for name in labels)
                raise ExpressionError(f'there is no flow "{label}"; the scenario has {known}')

    def judge(self, result: Result) -> Judgement:
        """Evaluate an expression that is true or false."""
        reader = _Reader(result)
        value = reader.truth(self._tree)
        decided = all(term is not None for term in reader.terms.values())
        return Judgement(holds=decided and value, terms=reader.terms)

    def number(self, result: Result) -> float:
        """Evaluate an expression that is a number; NaN where the run lacks one of its metrics."""
        return _Reader(result).number(self._tree)


def _parse(text: str) -> ast.expr:
    if len(text) > MAX_LENGTH:
        raise ExpressionError(f"it has {len(text)} characters; at most {MAX_LENGTH} are allowed")
    try:
        tree = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise ExpressionError(f"it is not a complete expression{_place_of(error, text)}") from error
    if sum(1 for _ in ast.walk(tree)) > MAX_NODES:
        raise ExpressionError("it is too long; split it into two goals")
    return tree


def _place_of(error: Exception, text: str) -> str:
    """Where the parser stopped, as a position in the text as it was written."""
    if _NULL in text:
        return f" near character {text.index(_NULL) + 1}"
    if not isinstance(error, SyntaxError):
        return ""
    # Python says 0 for what is missing at the end.
    if not error.lineno or not error.offset:
        return ": something is missing at its end"
    before = text.strip().split("\n")[: error.lineno - 1]
    lead = len(text) - len(text.lstrip()) + sum(len(line) + 1 for line in before)
    at = lead + error.offset
    if "comma" in error.msg:
        at += _first_length(text[at - 1 :])
    return f" near character {at}"


def _first_length(text: str) -> int:
    """How long the first of two expressions is, between which Python misses a comma."""
    for length in range(len(text), 0, -1):
        try:
            ast.parse(f"({text[:length]}\n)", mode="eval")
        except SyntaxError:
            continue
        return length
    return 0


def _kind_of(node: ast.expr) -> Kind:
    """The kind of a part; raises `ExpressionError` where a part is not in the language."""
    match node:
        case ast.BoolOp():
            _need("truth", *node.values)
        case ast.UnaryOp(op=ast.Not()):
            _need("truth", node.operand)
        case ast.Compare():
            _need_known(node.ops, _COMPARISONS)
            _need("number", node.left, *node.comparators)
        case _:
            _check_number(node)
            return "number"
    return "truth"


def _check_number(node: ast.expr) -> None:
    match node:
        case ast.BinOp():
            _need_known([node.op], _ARITHMETIC)
            _need("number", node.left, node.right)
        case ast.UnaryOp(op=ast.USub()):
            _need("number", node.operand)
        case ast.Call(func=ast.Name(id=name), keywords=[]) if name in FUNCTIONS and node.args:
            if (name == "abs") != (len(node.args) == 1):
                wanted = "one number" if name == "abs" else "several numbers"
                raise ExpressionError(f"{name}() takes {wanted}")
            _need("number", *node.args)
        case ast.Constant(value=int() | float() as value) if not isinstance(value, bool):
            if not value <= sys.float_info.max:
                raise ExpressionError("its numbers must be finite")
        case _:
            _check_name(node)


def _need(kind: Kind, *nodes: ast.expr) -> None:
    for node in nodes:
        if _kind_of(node) != kind:
            wanted = "a comparison" if kind == "truth" else "a number"
            raise ExpressionError(f"'{ast.unparse(node)}' must be {wanted}")


def _need_known(found: Sequence[ast.AST], known: Collection[type[ast.AST]]) -> None:
    if any(type(each) not in known for each in found):
        raise ExpressionError("known operators are + - * / < <= > >= == != and, or, not")


def _check_name(node: ast.expr) -> None:
    """Raises `ExpressionError` unless the node is a metric."""
    match node:
        case ast.Name(id=name):
            names: Collection[str] = SUMMARY
        case ast.Attribute(value=ast.Name(id="link"), attr=name):
            names = LINK_NAMES
        case ast.Attribute(attr=name) if _label_of(node.value) is not None:
            names = [key for key in FLOW if FLOW[key].kind == "summary"]
        case _:
            raise ExpressionError(
                f"'{ast.unparse(node)}' is not a metric; write for example jain_index, "
                'link.rate_bps or flow["CUBIC"].goodput_bps'
            )
    if name not in names:
        raise ExpressionError(
            f"there is no metric '{ast.unparse(node)}'; known are {', '.join(names)}"
        )


def _label_of(node: ast.AST) -> str | None:
    """The label in `flow["label"]`; None for anything else."""
    match node:
        case ast.Subscript(value=ast.Name(id="flow"), slice=ast.Constant(value=str(label))):
            return label
    return None


@dataclass
class _Reader:
    """Evaluates trees over one result and remembers the metrics that they read."""

    result: Result
    terms: dict[str, float | None] = field(default_factory=dict)

    def truth(self, node: ast.expr) -> bool:
        match node:
            case ast.BoolOp():
                # All of them, so that every metric is among the terms.
                values = [self.truth(value) for value in node.values]
                return all(values) if isinstance(node.op, ast.And) else any(values)
            case ast.UnaryOp():
                return not self.truth(node.operand)
            case ast.Compare():
                numbers = [self.number(item) for item in (node.left, *node.comparators)]
                pairs = zip(node.ops, numbers, numbers[1:], strict=False)
                return all(_COMPARISONS[type(each)](a, b) for each, a, b in pairs)
        raise AssertionError("checked when it was parsed")

    def number(self, node: ast.expr) -> float:
        match node:
            case ast.UnaryOp():
                return -self.number(node.operand)
            case ast.BinOp():
                left, right = self.number(node.left), self.number(node.right)
                return _ARITHMETIC[type(node.op)](left, right)
            case ast.Call(func=ast.Name(id=name)):
                return FUNCTIONS[name](*[self.number(argument) for argument in node.args])
            case ast.Constant(value=int() | float() as value):
                return float(value)
        return self._metric(node)

    def _metric(self, node: ast.expr) -> float:
        value = self._read(node)
        self.terms[ast.unparse(node).replace("'", '"')] = value
        return math.nan if value is None else value

    def _read(self, node: ast.expr) -> float | None:
        match node:
            case ast.Name(id=name):
                values = [self.result["summary"][name]]
            case ast.Attribute(value=ast.Name(), attr=name):
                values = [self.result["link"][name]]
            case ast.Attribute(value=group, attr=name):
                flows = [f for f in self.result["flows"] if f["label"] == _label_of(group)]
                values = [flow[name] for flow in flows]
            case _:
                raise AssertionError("checked when it was parsed")
        if not values or any(value is None for value in values):
            return None
        return math.fsum(values) / len(values)
