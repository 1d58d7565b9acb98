"""The block editor from npm: installed once for each lock file, and its absence is a reason and no error."""

import json
from pathlib import Path

import pytest

from nomic.devtools import browser_assets


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder of modules, with the present lock file."""
    served = tmp_path / "node_modules" / ".served"
    monkeypatch.setattr(browser_assets, "MODULES", tmp_path / "node_modules")
    monkeypatch.setattr(browser_assets, "SERVED", served)
    monkeypatch.setattr(browser_assets, "STAMP", served / "blockly" / "lock.sha256")
    return tmp_path


def npm_that(monkeypatch: pytest.MonkeyPatch, folder: Path, does: str) -> None:
    """Another program in the place of npm."""
    program = folder / "npm"
    program.write_text(f"#!/bin/sh\n{does}\n")
    program.chmod(0o755)
    monkeypatch.setattr(browser_assets, "_npm", lambda: [str(program)])


def test_without_npm_there_is_a_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(browser_assets, "_npm", list)
    monkeypatch.setattr(browser_assets, "_npm_from_wheel", list)
    assert "could be found" in browser_assets.ensure()
    assert not browser_assets.is_installed()


def test_if_npm_cannot_be_reached_its_reason_is_given(elsewhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    npm_that(monkeypatch, elsewhere, "echo 'npm error ENOTFOUND' >&2; exit 1")
    assert browser_assets.ensure() == "npm could not install them: npm error ENOTFOUND"
    assert not browser_assets.is_installed()


def test_only_what_browsers_load_is_served_and_npm_is_called_once(
    elsewhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = browser_assets.MODULES / "blockly"
    files = "blockly_compressed.js msg/en.js media/sprites.svg LICENSE core/much.d.ts"
    made = "; ".join(f"mkdir -p $(dirname {package}/{name}); echo x > {package}/{name}" for name in files.split())
    npm_that(monkeypatch, elsewhere, f"echo called >> {elsewhere}/calls; {made}")
    assert browser_assets.ensure() == ""
    assert browser_assets.ensure() == ""
    assert (elsewhere / "calls").read_text() == "called\n"
    served = browser_assets.SERVED / "blockly"
    assert {file.relative_to(served).as_posix() for file in served.rglob("*") if file.is_file()} == {
        "LICENSE", "blockly_compressed.js", "lock.sha256", "media/sprites.svg", "msg/en.js",
    }  # fmt: skip


def test_the_lock_file_names_one_package_with_its_digest() -> None:
    lock = json.loads(browser_assets.LOCK.read_text())
    assert set(lock["packages"]) == {"", "node_modules/blockly"}
    assert lock["packages"]["node_modules/blockly"]["integrity"].startswith("sha512-")
