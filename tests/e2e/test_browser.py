"""The whole lab through a browser: the scripts beside this file against the lab at LAB_URL."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

# A guard against what hangs, not a bound.
TIMEOUT_S = 1500


def run_script(name: str, *options: str) -> None:
    """Fails with what the script printed. `./lab test` starts a lab and puts node on PATH."""
    node = shutil.which("node")
    assert node is not None, "node is not on PATH"
    assert "LAB_URL" in os.environ, "LAB_URL must say where the lab is"
    done = subprocess.run(
        [node, str(Path(__file__).with_name(name)), *options],
        capture_output=True,
        text=True,
        timeout=TIMEOUT_S,
        check=False,
    )
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"


@pytest.mark.e2e
def test_run_both_algorithms_see_their_curves_and_find_them_again_after_a_reload() -> None:
    """The way of a first visit."""
    run_script("run.mjs")


@pytest.mark.e2e
def test_algorithms_are_described_and_help_is_reached_by_keyboard() -> None:
    """What explains the rest."""
    run_script("algorithms.mjs")


@pytest.mark.e2e
@pytest.mark.parametrize("part", ["1/3", "2/3", "3/3"])
def test_every_page_is_accessible_in_both_themes_and_on_a_phone(part: str) -> None:
    """WCAG 2.2 AA as far as axe can tell, forced colours, reduced motion, a focus that is seen."""
    looks = ["--all-looks"] if os.environ.get("LAB_ALL_LOOKS") else []
    run_script("accessible.mjs", "--part", part, *looks)


@pytest.mark.e2e
def test_the_workbench_is_used_without_a_mouse() -> None:
    """Build, run, freeze, compare and find it all again after a reload, by keys alone."""
    run_script("keyboard.mjs")


@pytest.mark.e2e
def test_a_link_shows_the_same_view_in_a_clean_browser_until_it_is_revoked() -> None:
    """Share, open, run again, embed, refuse to be framed, revoke."""
    run_script("share.mjs")


@pytest.mark.e2e
def test_an_experiment_and_a_scenario_travel_as_links() -> None:
    """Share an experiment, open, embed, revoke; open a link that holds a scenario."""
    run_script("links.mjs")


@pytest.mark.e2e
def test_runs_cells_and_links_are_compared_with_intervals() -> None:
    """Over seeds, as difference, two links, a scenario without a result, cells put aside."""
    run_script("compare.mjs")


@pytest.mark.e2e
def test_measured_traces_are_drawn_beside_a_run_and_never_sent() -> None:
    """Opened, dropped, moved, compared, refused with a reason, removed."""
    run_script("measured.mjs")


@pytest.mark.e2e
def test_a_plot_is_saved_as_png_svg_and_pdf_and_each_is_opened() -> None:
    """From a dark page: light, with its size at 300 dpi, its letters and its lines."""
    run_script("pictures.mjs")


@pytest.mark.e2e
def test_replay_shows_the_packets_that_the_core_has_recorded() -> None:
    """Open, step, play and find it all again behind its link, by keys alone."""
    run_script("replay.mjs")
