"""Build the interface into frontend/dist, again only when its sources change."""

import shutil
from pathlib import Path

from tools.bootstrap.node import Node, find_node
from tools.bootstrap.once import build_once
from tools.bootstrap.run import run_logged
from tools.bootstrap.stamp import Stamp, digest_of
from tools.console import step
from tools.paths import BUILD_DIR, PROJECT_ROOT

FRONTEND_DIR = PROJECT_ROOT / "frontend"
DIST_DIR = FRONTEND_DIR / "dist"
MODULES_STAMP = Stamp(FRONTEND_DIR / "node_modules" / ".lab-stamp")
# Not inside of dist: everything in there is served to the public.
DIST_STAMP = Stamp(BUILD_DIR / "stamps" / "interface")
TYPES_NAME = "schema.d.ts"
SOURCES = (
    "package.json",
    "package-lock.json",
    "index.html",
    "vite.config.ts",
    "tsconfig.json",
    "src",
    "public",
    # The template of a user's own algorithm.
    "../sim-core/modules/assemblyscript",
)


def ensure_frontend() -> Path:
    """Bring frontend/dist up to date and return it. Node is needed only if something changed."""
    if not (DIST_DIR / "index.html").exists():
        DIST_STAMP.clear()
    build_once(DIST_STAMP, interface_digest, _build)
    return DIST_DIR


def interface_digest() -> str:
    """Changes with every source of the interface."""
    return digest_of(_existing(SOURCES))


def committed_digest() -> str:
    """The digest without the types of the API, which are made here and are not in every copy."""
    paths = [each for root in _existing(SOURCES) for each in (root, *root.rglob("*"))]
    files = sorted(each for each in paths if each.is_file() and each.name != TYPES_NAME)
    return digest_of(files, *(each.relative_to(FRONTEND_DIR).as_posix() for each in files))


def take_interface(built: Path) -> None:
    """Use a folder that was built from these very sources, unless the interface is there."""
    if not (DIST_DIR / "index.html").exists():
        DIST_STAMP.clear()

    def take() -> None:
        shutil.rmtree(DIST_DIR, ignore_errors=True)
        shutil.copytree(built, DIST_DIR)

    build_once(DIST_STAMP, interface_digest, take)


def ensure_node_modules() -> Node:
    """Find Node, and call `npm ci` if the lock changed since the last time."""
    node = find_node()
    inputs = ("package.json", "package-lock.json", ".npmrc")
    build_once(MODULES_STAMP, lambda: digest_of(_existing(inputs)), lambda: _install(node))
    return node


def _build() -> None:
    node = ensure_node_modules()
    with step("interface (Vite)"):
        vite = FRONTEND_DIR / "node_modules" / "vite" / "bin" / "vite.js"
        command = [str(node.node), str(vite), "build", "--logLevel", "warn"]
        run_logged("interface", command, cwd=FRONTEND_DIR, environment=node.environment())


def _install(node: Node) -> None:
    with step("interface packages (npm ci)"):
        command = [*node.npm, "ci", "--no-progress", "--prefer-offline"]
        help_text = "Is the npm registry reachable? See `npm config get registry`."
        run_logged(
            "interface packages",
            command,
            cwd=FRONTEND_DIR,
            environment=node.environment(),
            help_text=help_text,
        )


def _existing(names: tuple[str, ...]) -> list[Path]:
    return [FRONTEND_DIR / name for name in names if (FRONTEND_DIR / name).exists()]
