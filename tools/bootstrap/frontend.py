"""Build the interface into frontend/dist, again only when its sources change."""

from pathlib import Path

from tools.bootstrap.node import Node, find_node
from tools.bootstrap.run import run_logged
from tools.bootstrap.stamp import Stamp, digest_of
from tools.console import step
from tools.paths import BUILD_DIR, PROJECT_ROOT

FRONTEND_DIR = PROJECT_ROOT / "frontend"
DIST_DIR = FRONTEND_DIR / "dist"
MODULES_STAMP = Stamp(FRONTEND_DIR / "node_modules" / ".lab-stamp")
# Not inside of dist: everything in there is served to the public.
DIST_STAMP = Stamp(BUILD_DIR / "stamps" / "interface")
SOURCES = (
    "package.json",
    "package-lock.json",
    "index.html",
    "vite.config.ts",
    "tsconfig.json",
    "src",
    "public",
)


def ensure_frontend() -> Path:
    """Bring frontend/dist up to date and return it. Node is needed only if something changed."""
    digest = digest_of(_existing(SOURCES))
    if not (DIST_STAMP.matches(digest) and (DIST_DIR / "index.html").exists()):
        node = ensure_node_modules()
        DIST_STAMP.clear()
        with step("interface (Vite)"):
            vite = FRONTEND_DIR / "node_modules" / "vite" / "bin" / "vite.js"
            command = [str(node.node), str(vite), "build", "--logLevel", "warn"]
            run_logged("interface", command, cwd=FRONTEND_DIR, environment=node.environment())
        DIST_STAMP.write(digest)
    return DIST_DIR


def ensure_node_modules() -> Node:
    """`npm ci`, if the lock changed since the last time."""
    node = find_node()
    digest = digest_of(_existing(("package.json", "package-lock.json", ".npmrc")))
    if not MODULES_STAMP.matches(digest):
        MODULES_STAMP.clear()
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
        MODULES_STAMP.write(digest)
    return node


def _existing(names: tuple[str, ...]) -> list[Path]:
    return [FRONTEND_DIR / name for name in names if (FRONTEND_DIR / name).exists()]
