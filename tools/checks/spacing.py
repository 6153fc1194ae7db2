"""Room around things in the interface comes in the steps of the design, not in pixels."""

import re
from collections.abc import Iterator

from tools.checks.files import files_with, text_of

TOKENS = "frontend/src/styles/tokens.css"
STEP = re.compile(r"--(s\d\w?): (\d+)px;")
ROOM = re.compile(r"(?<![\w-])(?:padding|margin|gap|row-gap|column-gap)(?:-[a-z-]+)?\s*:([^;}]+)")
PIXELS = re.compile(r"(?<![\w.-])-?(\d+(?:\.\d+)?)px")
# Up to here a length corrects what the eye sees (hairlines, the height of letters).
OPTICAL_PX = 3
# Lengths beside the scale from before this check, such as what an axis needs; none is added.
MOST_OFF_SCALE = 63


def problems() -> Iterator[str]:
    """Each length that a step of the scale has, and each new length outside of the scale."""
    steps = {float(length): name for name, length in STEP.findall(text_of(TOKENS))}
    off_scale = 0
    for name in files_with(".css", under="frontend/src/"):
        for number, line in enumerate(text_of(name).splitlines(), start=1):
            for value in ROOM.findall(line):
                for length in map(float, PIXELS.findall(value)):
                    if length in steps:
                        yield f"{name}:{number}: {length:g}px is var(--{steps[length]})"
                    off_scale += length > OPTICAL_PX
    if off_scale > MOST_OFF_SCALE:
        yield (
            f"frontend: {off_scale} lengths of room beside the scale, at most {MOST_OFF_SCALE}: "
            f"take a step of {TOKENS}"
        )
