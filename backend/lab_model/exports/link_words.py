"""What a text on methods says of links: how fast, how long, with which queue, and what changes."""

from collections.abc import Callable, Sequence
from typing import Final

from lab_model.algorithms import ComponentInfo, registry
from lab_model.exports.run import Json
from lab_model.exports.wording import exact, rate, time

_BOTTLENECK: Final = "bottleneck"
_IN_UNIT: Final[dict[str, Callable[[float], str]]] = {
    "s": time,
    "bps": rate,
    "hz": lambda value: f"{exact(value)} Hz",
    "bytes": lambda value: f"{exact(value)} bytes",
    "packets": lambda value: f"{exact(value)} packets",
}
_WHICH: Final = {"data": "data packets", "ack": "ACKs", "both": "data packets and ACKs"}


def bottleneck_sentences(scenario: Json, buffer_bytes: int) -> list[str]:
    """Sentences on the bottleneck, its changes and its losses."""
    link = scenario["bottleneck"]
    size = f"{buffer_bytes:,} bytes"
    queue = (
        f"The bottleneck transmitted at {rate(link['rate_bps'])}, with {time(link['delay_s'])} of "
        f"one-way propagation delay behind it. Its queue discipline was {_queue(link)}, with room "
        f"for {size} ({_buffer(link, scenario)}), the packet in service not counted."
    )
    return [queue, *change_sentences(link), _loss(link["loss"])]


def further_sentences(scenario: Json) -> list[str]:
    """Sentences on each further link and the paths that use it; none if the bottleneck is the only
    link.
    """
    links = scenario.get("links", [])
    return [sentence for link in links for sentence in _further(link, scenario)]


def _further(link: Json, scenario: Json) -> list[str]:
    name = f"A further link '{link['id']}'"
    text = (
        f"{name} transmitted at {rate(link['rate_bps'])}, with {time(link['delay_s'])} of one-way "
        f"propagation delay behind it; its queue discipline was {_queue(link)}, with a buffer of "
        f"{_buffer(link, scenario).removeprefix('set as ')}"
    )
    if link.get("ack_filter"):
        text += ", in which a new ACK took the place of an older one of its connection"
    changes = [f"On '{link['id']}': {item}" for item in change_sentences(link)]
    losses = [] if link["loss"]["kind"] == "none" else [f"On '{link['id']}': {_loss(link['loss'])}"]
    return [f"{text}.", *changes, *losses]


def path_words(group: Json) -> str:
    """The way of a group's data and ACKs, where it is not the bottleneck alone."""
    there, back = group.get("path", [_BOTTLENECK]), group.get("return_path", [])
    words = "" if there == [_BOTTLENECK] else f" over {' and '.join(there)}"
    return f"{words}, with ACKs over {' and '.join(back)}" if back else words


def _queue(link: Json) -> str:
    title, settings = component_words(link["queue"], registry().queues)
    # An acronym stays; a word is no name within a sentence.
    return (title if title[1:] != title[1:].lower() else title.lower()) + settings


def change_sentences(link: Json) -> list[str]:
    """How a link changes, a sentence each. Runs from before it could have none of it."""
    found = []
    if link.get("rate_schedule"):
        steps = _steps(link["rate_schedule"], "rate_bps", rate)
        found.append(f"The link's rate changed: {steps}.")
    times_ms = link.get("trace", {}).get("opportunities_ms", [])
    if times_ms:
        label = link["trace"].get("label") or "without a name"
        repeats = link["trace"].get("after_end", "repeat") == "repeat"
        found.append(
            f"Instead of a rate a delivery trace ({label}) let the link send: "
            f"{len(times_ms):,} opportunities of 1,500 bytes in {time(times_ms[-1] / 1000)}, "
            + (
                "again and again."
                if repeats
                else "and then those of its last second again and again."
            )
        )
    if link.get("delay_schedule"):
        steps = _steps(link["delay_schedule"], "delay_s", time)
        found.append(f"The one-way propagation delay changed: {steps}.")
    if link.get("jitter_s"):
        found.append(_jitter(link))
    found += [
        f"From {time(outage['at_s'])} on all {_WHICH[outage['direction']]} were lost for "
        f"{time(outage['duration_s'])}."
        for outage in link.get("outages", [])
    ]
    found += [
        f"From {time(step['at_s'])} on {_WHICH[step['direction']]} were lost with a probability of "
        f"{exact(round(step['probability'] * 100, 12))} %."
        for step in link.get("loss_schedule", [])
    ]
    return found


def _jitter(link: Json) -> str:
    order = "out of order" if link.get("jitter_reorders") else "in order"
    is_normal = link.get("jitter_distribution") == "normal"
    shape = (
        "normally distributed (standard deviation a sixth of it, cut)"
        if is_normal
        else "uniformly distributed"
    )
    correlation = link.get("jitter_correlation_ratio")
    alike = f", a share of {exact(correlation)} as long as the one before" if correlation else ""
    return (
        f"Packets took up to {time(link['jitter_s'])} longer behind the link, {shape} and "
        f"{order}{alike}."
    )


def _steps(steps: list[Json], field: str, text_of: Callable[[float], str]) -> str:
    """`to 3 Mbit/s at 15 s within 2 s, to 30 Mbit/s at 30 s`."""
    words = []
    for step in steps:
        ramp = f" within {time(step['ramp_s'])}" if step["ramp_s"] > 0 else ""
        words.append(f"to {text_of(step[field])} at {time(step['at_s'])}{ramp}")
    return ", ".join(words)


def _buffer(link: Json, scenario: Json) -> str:
    buffer = link["buffer"]
    amount = exact(buffer["amount"])
    if buffer["unit"] == "seconds":
        return f"{time(buffer['amount'])} at the link's rate"
    if buffer["unit"] != "bdp":
        return f"set as {amount} {buffer['unit']}"
    rtt_s = buffer["rtt_s"] or min(group["rtt_s"] for group in scenario["flows"])
    product = "product" if buffer["amount"] == 1 else "products"
    return f"{amount} bandwidth-delay {product} at an RTT of {time(rtt_s)}"


def _loss(loss: Json) -> str:
    if loss["kind"] == "none":
        return "No packets were lost except by the queue."
    what = f"{_WHICH[loss['direction']]} ({loss['position'].replace('_', ' ')})"
    if "probability" in loss:
        share = exact(round(loss["probability"] * 100, 12))
        return f"In addition, {what} were lost at random, each with a probability of {share} %."
    title, settings = component_words(loss, registry().losses)
    return f"{what[0].upper()}{what[1:]} were lost by a {title} model{settings}."


def component_words(chosen: Json, known: Sequence[ComponentInfo]) -> tuple[str, str]:
    """A component's title and, in brackets, the values of its parameters, if it has any."""
    info = next(entry for entry in known if entry.name == chosen["kind"])
    values = ", ".join(_setting(item.name, chosen[item.name]) for item in info.parameters)
    return info.title, f" ({values})" if values else ""


def _setting(name: str, value: bool | float | str) -> str:
    """`target 5 ms`, `not gentle`: the last word of a name is its unit."""
    if isinstance(value, bool):
        words = name.removeprefix("is_").replace("_", " ").replace("ecn", "ECN")
        no = "not" if name.startswith("is_") else "no"
        return words if value else f"{no} {words}"
    if isinstance(value, str):
        return f"{name} {value}".replace("_", " ")
    stem, _, unit = name.rpartition("_")
    text = _IN_UNIT.get(unit)
    named = stem if text else name
    spoken = ["CE" if word == "ce" else word for word in named.split("_")]
    return " ".join([*spoken, text(value) if text else exact(value)])
