"""Images of others are named by digest, so that a moved tag cannot change what runs."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
OURS = "fairtt-lab-"
PINNED = re.compile(r"[\w./-]+:[\w.-]+@sha256:[0-9a-f]{64}")


def named_images(text: str) -> list[str]:
    """The images that a Compose file runs, or that a Dockerfile builds upon.

    A stage of the same Dockerfile is no image, and a build argument stands for its default.
    """
    stages = set(re.findall(r"^FROM \S+ AS (\S+)$", text, re.MULTILINE))
    defaults = dict(re.findall(r"^ARG (\w+)=(\S+)$", text, re.MULTILINE))
    names = re.findall(r"^\s+image: (\S+)$|^FROM (\S+)", text, re.MULTILINE)
    images = []
    for name in ("".join(pair) for pair in names):
        argument = re.fullmatch(r"\$\{(\w+)\}", name)
        images.append(defaults[argument[1]] if argument else name)
    return [name for name in images if name not in stages and not name.startswith(OURS)]


@pytest.mark.parametrize(
    ("path", "count"),
    [("docker-compose.yml", 2), ("docker/tls.compose.yml", 1), ("docker/Dockerfile", 1)],
)
def test_the_images_of_others_are_named_by_digest(path, count):
    images = named_images((ROOT / path).read_text())

    assert len(images) == count
    assert [name for name in images if not PINNED.fullmatch(name)] == []


def test_a_tag_alone_is_found():
    assert named_images("  db:\n    image: postgres:18\n") == ["postgres:18"]
    assert not PINNED.fullmatch("postgres:18")
