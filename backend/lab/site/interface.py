"""The built interface as files of a folder that may lie anywhere on a host.

A static host answers only what is a file, so pages stand behind the `#` of one address, and
everything else is named relative to it.
"""

import re
import shutil
from pathlib import Path
from typing import Final

from lab.kit.security_headers import CONTENT_SECURITY_POLICY

# A host that sends them by itself has its own.
COMPRESSED: Final = {".br", ".gz"}
INDEX: Final = "index.html"
# The compiler of own algorithms, 13 MB: a site has no page for it (frontend/src/site/start.tsx),
# and browsers would keep it.
_COMPILER: Final = "assets/compile-*.js"


def mark_of(version: str) -> str:
    """By which the page knows that it is one of a site, and of which version."""
    return f'<meta name="lab-site" content="{version}" />'


MARK: Final = mark_of("")
"""Before the version is known."""
_ONLY_ON_A_SITE: Final = re.compile(r"<!-- site: (.*?) -->")
_ADDRESS: Final = re.compile(r'\b(href|src)="/([^"]*)"')


class NoInterfaceError(Exception):
    """The folder holds no built interface."""


def copy_interface(interface: Path, target: Path) -> None:
    """Copy a build of the interface, and write its page for a folder."""
    index = interface / INDEX
    if not index.is_file():
        raise NoInterfaceError(f"{interface} has no {INDEX}: it is not a built interface.")
    for path in sorted(interface.rglob("*")):
        if path.is_dir() or path == index or path.suffix in COMPRESSED:
            continue
        if path.match(_COMPILER):
            continue
        own = target / path.relative_to(interface)
        own.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, own)
    (target / INDEX).write_text(_page(index.read_text(encoding="utf-8"), target), encoding="utf-8")


def _page(text: str, target: Path) -> str:
    """The same page with a policy of its own, relative addresses, pages behind a `#`, and links
    that only a site has.
    """

    def relative(found: re.Match[str]) -> str:
        attribute, path = found.groups()
        is_file = path != "" and (target / path).is_file()
        return f'{attribute}="./{path}"' if is_file else f'{attribute}="#/{path}"'

    head = f'<head>\n    <meta http-equiv="Content-Security-Policy" content="{_policy()}" />\n'
    head += f'    {MARK}\n    <link rel="manifest" href="./site.webmanifest" />'
    whole = _ONLY_ON_A_SITE.sub(r"\1", text)
    return _ADDRESS.sub(relative, whole).replace("<head>", head, 1)


def _policy() -> str:
    """The policy that the service sends, without directives that only a header can have."""
    rules = CONTENT_SECURITY_POLICY.split("; ")
    return "; ".join(rule for rule in rules if not rule.startswith("frame-ancestors"))
