"""Presets are data: every one must be a scenario that runs, and say nothing unmeasured."""

import re

from lab.presets import load_presets
from lab.scenarios import queue_for, scenario_digest


def test_there_are_presets_and_each_has_a_variant() -> None:
    presets = load_presets()
    assert [preset.id for preset in presets][:1] == ["elephant-and-mouse"]
    assert all(preset.variants for preset in presets)


def test_ids_and_variants_differ() -> None:
    presets = load_presets()
    assert len({preset.id for preset in presets}) == len(presets)
    for preset in presets:
        titles = [variant.title for variant in preset.variants]
        digests = [scenario_digest(variant.scenario) for variant in preset.variants]
        assert len(set(titles)) == len(titles), preset.id
        assert len(set(digests)) == len(digests), preset.id


def test_presets_are_small_enough_to_watch() -> None:
    for preset in load_presets():
        for variant in preset.variants:
            assert queue_for(variant.scenario) == "interactive", (preset.id, variant.title)


def test_sentences_are_one_sentence_without_a_number() -> None:
    for preset in load_presets():
        names_removed = re.sub(r"BBRv\d", "BBR", preset.sentence)
        assert not re.search(r"\d", names_removed), preset.sentence
        assert preset.sentence.count(".") == 1, preset.sentence
        assert preset.sentence.endswith("."), preset.sentence


def test_flows_have_labels() -> None:
    for preset in load_presets():
        for variant in preset.variants:
            assert all(group.label for group in variant.scenario.flows), preset.id
