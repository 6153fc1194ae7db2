"""The entry script: what it lists, and how it refuses."""

import os
import subprocess
from pathlib import Path

import pytest

from tools.command_names import FORWARDED, RESEARCH
from tools.paths import PROJECT_ROOT

LAB = PROJECT_ROOT / "lab"
COMMANDS = ("up", "down", "status", "logs", "reset", "test", "drill", *FORWARDED, *RESEARCH)


def lab(*arguments: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run([LAB, *arguments], capture_output=True, text=True, check=False, cwd=cwd)


def test_help_lists_every_command_with_one_line() -> None:
    result = lab("--help")
    assert result.returncode == 0
    lines = [line.split(maxsplit=1) for line in result.stdout.splitlines() if line.startswith("  ")]
    described = {words[0] for words in lines if len(words) == 2}
    assert described >= set(COMMANDS)
    for_users, others = result.stdout.split("\n\nResearch")
    research, for_developers = others.split("For developers of the lab:")
    assert "\n  up " in for_users
    assert [line.split()[0] for line in research.splitlines()[1:] if line] == list(RESEARCH)
    assert "\n  test " in for_developers


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("up", "--workers", "0"), "--workers is 0: must be 1 to 64"),
        (("up", "--workers", "65"), "--workers is 65: must be 1 to 64"),
        (("up", "--host", "localhost"), "--host is 'localhost': must be an IPv4 address"),
        (("up", "--port", "70000"), "--port is 70000: must be 0 to 65535"),
        (("test", "--only", "nothing"), "--only is 'nothing'"),
        (("fly",), "invalid choice: 'fly'"),
    ],
)
def test_wrong_option_is_refused_with_its_value_and_bound(
    tmp_path: Path, arguments: tuple[str, ...], message: str
) -> None:
    data_dir = ("--data-dir", str(tmp_path / "data")) if arguments[0] == "up" else ()
    result = lab(*arguments, *data_dir)
    assert result.returncode == 2
    assert message in result.stderr


def test_file_in_the_current_folder_does_not_stand_in_for_a_module(tmp_path: Path) -> None:
    for name in ("argparse", "tools", "lab"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('picked the wrong module')\n")
    assert lab("--help", cwd=tmp_path).returncode == 0
    assert "not running" in lab("status", "--data-dir", "nowhere", cwd=tmp_path).stdout


def test_missing_python_is_named_with_the_command_that_installs_it(tmp_path: Path) -> None:
    for program in ("sh", "dirname", "readlink"):
        found = next(
            path for folder in ("/usr/bin", "/bin") if (path := Path(folder) / program).exists()
        )
        (tmp_path / program).symlink_to(found)
    result = subprocess.run(
        [tmp_path / "sh", LAB, "up"],
        env={"PATH": os.fspath(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 2
    assert "apt-get install -y python3 python3-venv" in result.stderr


def test_script_called_through_a_link_finds_the_project(tmp_path: Path) -> None:
    (tmp_path / "fairtt").symlink_to(LAB)
    result = subprocess.run(
        [tmp_path / "fairtt", "--help"], capture_output=True, text=True, check=False
    )
    assert "run one scenario" in result.stdout
