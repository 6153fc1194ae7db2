"""The rules of modules: read without running them, stored once, named by their bytes."""

import base64
import binascii
import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, Final

from sqlalchemy.orm import Session

from lab.errors import InvalidInput, LimitReached, NotFound, NotYours
from lab.kit.database import SessionFactory
from lab.kit.problem import ProblemItem
from lab.models import AlgorithmModule
from lab.modules import repository
from lab.modules.schemas import ModuleCreate, ModuleListed, ModuleRead
from lab_model.algorithms import registry
from lab_model.experiments.definition import ExperimentDefinition
from lab_model.experiments.number_names import renames_groups
from lab_model.exports.modules import ExportedModule
from lab_model.modules import (
    MOST_SERVED_FLOWS,
    MOST_STORED_BYTES,
    NAME_PREFIX,
    ModuleDescription,
    module_name,
    modules_named_in,
    parameter_refusal,
    read_module,
    short_name,
)
from lab_model.scenarios import Scenario
from lab_model.scenarios.group_names import labels_by_title, own_labels, with_labels

_SHORT_NAME: Final = re.compile(rf"{NAME_PREFIX}[0-9a-f]{{8}}(?![0-9a-f])")
MOST_MODULES: Final = 100
MOST_BYTES: Final = 64 * 2**20
"""Of one owner's modules together."""
"""In the list of an owner."""


def store(session: Session, owner_key_hash: bytes, wanted: ModuleCreate) -> ModuleRead:
    """Keep a module. The same bytes are stored once, for all users.

    Raises InvalidInput with its problems, and LimitReached.
    """
    content = _content(wanted.content_base64)
    try:
        description = read_module(content)
    except ValueError as error:
        message = f"content_base64 is not a module of an algorithm: {error}"
        raise InvalidInput.of_field("content_base64", message) from None
    sha256 = module_name(content).removeprefix(NAME_PREFIX)
    is_new_here = not repository.is_kept_by(session, sha256, owner_key_hash)
    if is_new_here:
        _check_room(*repository.size_of_owner(session, owner_key_hash), len(content))
    values = {
        "sha256": sha256,
        "content": content,
        "byte_count": len(content),
        "description": description.model_dump(mode="json"),
        "source_text": wanted.source_text,
        "build_line": wanted.build_line,
        "licence": wanted.licence,
    }
    repository.add(session, values, owner_key_hash)
    return read(session, owner_key_hash, sha256)


def _check_room(count: int, byte_count: int, more_bytes: int) -> None:
    if count >= MOST_MODULES:
        raise LimitReached(f"You have {MOST_MODULES} modules, the maximum. Delete one first.")
    if byte_count + more_bytes > MOST_BYTES:
        raise LimitReached(
            f"Your modules would have {byte_count + more_bytes} bytes in total; at most "
            f"{MOST_BYTES} are allowed. Delete one first."
        )


def read(session: Session, owner_key_hash: bytes | None, sha256: str) -> ModuleRead:
    """A module. Anyone who knows its digest may read it. Raises NotFound."""
    module = repository.get(session, sha256)
    if module is None:
        raise _no_module(sha256)
    is_mine = owner_key_hash is not None and repository.is_kept_by(session, sha256, owner_key_hash)
    return ModuleRead(**_fields(module), source_text=module.source_text, is_mine=is_mine)


def list_mine(session: Session, owner_key_hash: bytes) -> list[ModuleListed]:
    """The owner's modules, the latest first."""
    return [ModuleListed(**_fields(each)) for each in repository.of_owner(session, owner_key_hash)]


def content(session: Session, sha256: str) -> bytes:
    """The bytes of a module. Raises NotFound."""
    found = repository.content(session, sha256)
    if found is None:
        raise _no_module(sha256)
    return found


def forget(session: Session, owner_key_hash: bytes, sha256: str) -> None:
    """Take a module out of the owner's list; if no other user has it, delete it.

    Raises NotFound, and NotYours for a module that only others have in their list.
    """
    if repository.forget(session, sha256, owner_key_hash):
        return
    if repository.get(session, sha256) is None:
        raise _no_module(sha256)
    raise NotYours(f"Module {sha256} is not among yours.")


def give(session: Session, *, giver: bytes, taker: bytes) -> None:
    """Every module in one owner's list is in another's now."""
    repository.give(session, giver=giver, taker=taker)


def is_kept_by(session: Session, sha256: str, owner_key_hash: bytes) -> bool:
    """Whether a module is in an owner's list."""
    return repository.is_kept_by(session, sha256, owner_key_hash)


def delete_unkept(session: Session, sha256: str) -> None:
    """Delete a module that is in no user's list, not in the league and in no contest."""
    repository.delete_unkept(session, sha256)


def exported(sessions: SessionFactory, document: Any) -> Iterator[ExportedModule]:
    """The modules that a scenario or an experiment names, for a file: of those that are there, each
    in a transaction of its own.
    """
    for name in sorted(modules_named_in(document)):
        with sessions() as session:
            found = repository.get(session, name.removeprefix(NAME_PREFIX))
            if found is None:
                continue
            module = ExportedModule(
                found.content, found.source_text, found.build_line, found.licence
            )
        yield module


def require_stored(session: Session, scenario: Scenario) -> None:
    """Every module that the scenario names is here, and has the parameters that are given within
    their bounds. Raises InvalidInput with the fields.
    """
    named = {
        index: group.algorithm
        for index, group in enumerate(scenario.flows)
        if group.algorithm.name.startswith(NAME_PREFIX)
    }
    if not named:
        return
    count = sum(scenario.flows[index].count for index in named)
    if count > MOST_SERVED_FLOWS:
        raise _too_many(count)
    known = _descriptions(session, {choice.name for choice in named.values()})
    items: list[ProblemItem] = []
    for index, choice in named.items():
        place = ["scenario", "flows", str(index), "algorithm"]
        description = known.get(choice.name)
        if description is None:
            items.append(
                _item([*place, "name"], choice.name, "must be a module that is stored here")
            )
            continue
        for name, value in choice.parameters.items():
            refusal = parameter_refusal(description, name, value)
            if refusal is not None:
                items.append(_item([*place, "parameters", name], value, *refusal))
    if items:
        raise InvalidInput(items[0].message, errors=items)


def named_by_title(session: Session, scenario: Scenario) -> tuple[Scenario, dict[str, str]]:
    """The scenario, in which flows without a label are called by the titles of their modules, and
    the titles of all stored modules in it by name.
    """
    titles = _titles_of_flows(session, scenario)
    if not titles:
        return scenario, titles
    return with_labels(scenario, labels_by_title(scenario.flows, titles)), titles


def definition_by_title(session: Session, definition: ExperimentDefinition) -> ExperimentDefinition:
    """The same of an experiment's base. Where an axis changes algorithms, these modules stay
    without a label: their groups are called by what each cell has.
    """
    base = definition.base
    titles = _titles_of_flows(session, base)
    if not titles:
        return definition
    if renames_groups(definition):
        own = own_labels(base.flows, titles)
        labels = [
            chosen if group.algorithm.name in titles else group.label
            for group, chosen in zip(base.flows, own, strict=True)
        ]
    else:
        labels = labels_by_title(base.flows, titles)
    return definition.model_copy(update={"base": with_labels(base, labels)})


def _titles_of_flows(session: Session, scenario: Scenario) -> dict[str, str]:
    declared = declared_in(session, [group.algorithm.name for group in scenario.flows])
    return {name: description.title for name, description in declared.items()}


def in_titles(session: Session, document: Any) -> Callable[[str], str]:
    """What calls the modules of a scenario or an experiment by their titles in a text that has
    their short names, `wasm:1a2b3c4d`: of those that are still here. A title that another algorithm
    has, too, stands before the short name.
    """
    own = {name: each.title for name, each in declared_in(session, document).items()}
    if not own:
        return str
    times = Counter([*own.values(), *(each.title for each in registry().algorithms)])
    titles = {
        short_name(name): title if times[title] == 1 else f"{title} {short_name(name)}"
        for name, title in own.items()
    }
    return lambda text: _SHORT_NAME.sub(lambda found: titles.get(found[0], found[0]), text)


def declared_in(session: Session, document: Any) -> dict[str, ModuleDescription]:
    """What the modules that a scenario or an experiment names say of themselves, of those that
    are still here.
    """
    names = modules_named_in(document)
    return _descriptions(session, names) if names else {}


def require_named_stored(session: Session, document: Any) -> dict[str, ModuleDescription]:
    """What each module that is named anywhere in an experiment declares; all are here. Raises
    InvalidInput.
    """
    known = declared_in(session, document)
    missing = sorted(modules_named_in(document) - set(known))
    if missing:
        raise InvalidInput.of_field(
            "experiment", f"experiment names {missing[0]}, a module that is not stored here"
        )
    return known


def _descriptions(session: Session, names: set[str]) -> dict[str, ModuleDescription]:
    digests = {name.removeprefix(NAME_PREFIX) for name in names}
    found = repository.descriptions(session, digests)
    return {
        NAME_PREFIX + sha256: ModuleDescription.model_validate(description)
        for sha256, description in found.items()
    }


def _too_many(count: int) -> InvalidInput:
    path = "scenario.flows"
    message = (
        f"{path} have {count} flows that run modules; a lab's workers run at most "
        f"{MOST_SERVED_FLOWS}"
    )
    bound = MOST_SERVED_FLOWS
    item = ProblemItem(
        path=path, pointer="/scenario/flows", message=message, value=count, bound=bound
    )
    return InvalidInput(message, errors=[item])


def _item(place: list[str], value: Any, requirement: str, bound: Any = None) -> ProblemItem:
    path = ".".join(place)
    it = "" if requirement.startswith("is ") else "it "
    text = f"'{value}'" if isinstance(value, str) else value
    return ProblemItem(
        path=path,
        pointer="/" + "/".join(place),
        message=f"{path} is {text}; {it}{requirement}",
        value=value,
        bound=bound,
    )


def _content(text: str) -> bytes:
    try:
        content = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        message = "content_base64 must be base64"
        raise InvalidInput.of_field("content_base64", message) from None
    if len(content) > MOST_STORED_BYTES:
        message = f"content_base64 has {len(content)} bytes; at most {MOST_STORED_BYTES}"
        raise InvalidInput.of_field("content_base64", message)
    return content


def _fields(module: AlgorithmModule) -> dict[str, Any]:
    return {
        "name": NAME_PREFIX + module.sha256,
        "sha256": module.sha256,
        "byte_count": module.byte_count,
        "description": ModuleDescription.model_validate(module.description),
        "build_line": module.build_line,
        "licence": module.licence,
        "created_at": module.created_at,
    }


def _no_module(sha256: str) -> NotFound:
    return NotFound(f"This lab has no module {sha256}. It may have been deleted.")
