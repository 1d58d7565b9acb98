"""The wiki for one machine."""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from pathlib import Path

import pytest
from django.conf import settings

from nomic.wiki.sites import local_mediawiki
from nomic.wiki.sites.mediawiki_site import MediaWikiSite

pytestmark = pytest.mark.wiki


def start(folder: Path) -> tuple[subprocess.Popen[bytes], dict[str, str]]:
    """Run the command until it says where the wiki is."""
    process = subprocess.Popen(
        [sys.executable, "manage.py", "local_wiki", "--folder", folder],
        cwd=settings.BASE_DIR,
        env={**os.environ, "VAR_DIR": str(folder.parent / "var"), "SECRET_KEY": "x"},
        stdout=subprocess.DEVNULL,
    )
    deadline = time.monotonic() + 60
    while not (folder / "credentials.json").exists():
        assert process.poll() is None, "it has ended"
        assert time.monotonic() < deadline, "it does not start"
        time.sleep(0.05)
    return process, json.loads((folder / "credentials.json").read_text())


def stop(process: subprocess.Popen[bytes], number: int) -> int:
    process.send_signal(number)
    return process.wait(20)


def test_the_command_serves_a_wiki_to_publish_to(tmp_path: Path) -> None:
    """The first start makes it; the second finds its pages again under the same address; both end cleanly."""
    folder = tmp_path / "local wiki"
    process, told = start(folder)
    try:
        assert (folder / "credentials.json").stat().st_mode & 0o077 == 0
        site = MediaWikiSite(told["url"], told["user"], told["password"])
        saved = site.save("Hall/Gamestate", "one", None, "x")
        with urllib.request.urlopen(site.page_url("Hall/Gamestate")) as page:
            assert "one" in page.read().decode()
        with urllib.request.urlopen(told["url"].replace("/w/", "/wiki/Hall/Gamestate")) as page:
            assert "one" in page.read().decode()
    finally:
        assert stop(process, signal.SIGTERM) == 0
    assert not (folder / "credentials.json").exists()
    with pytest.raises(OSError, match="refused"):
        urllib.request.urlopen(told["url"])
    process, told_again = start(folder)
    try:
        assert told_again == told
        again = MediaWikiSite(told["url"], told["user"], told["password"]).read("Hall/Gamestate")
        assert again is not None
        assert again.revid == saved.revid
    finally:
        assert stop(process, signal.SIGINT) == 0


def test_a_wiki_can_be_copied(served_mediawiki: local_mediawiki.LocalWiki, tmp_path: Path) -> None:
    """Its folder holds all of it, under whatever name."""
    shutil.copytree(served_mediawiki.folder, tmp_path / "copy", symlinks=True)
    with local_mediawiki.LocalWiki(tmp_path / "copy") as wiki:
        assert wiki.port != served_mediawiki.port
        assert MediaWikiSite(wiki.url, wiki.user, wiki.password).save("Page", "x", None, "x").revid


def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Without MediaWiki or PHP: which package brings it, and nothing is left behind."""
    monkeypatch.setattr(local_mediawiki, "PROGRAM", tmp_path / "nowhere")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(local_mediawiki.NoMediaWiki, match=r"package mediawiki.*packages php-cli"):
        local_mediawiki.build_wiki(tmp_path / "wiki")
    assert list(tmp_path.iterdir()) == []


def test_a_half_made_wiki_is_not_taken_for_one(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The folder appears when everything is in it."""
    monkeypatch.setattr(local_mediawiki, "BOT_GRANTS", "no-such-grant")
    with pytest.raises(local_mediawiki.NoMediaWiki, match="createBotPassword"):
        local_mediawiki.build_wiki(tmp_path / "wiki")
    assert list(tmp_path.iterdir()) == []


def test_a_wiki_is_not_taken_for_another(
    served_mediawiki: local_mediawiki.LocalWiki, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a port that stays taken it does not start."""
    monkeypatch.setattr(local_mediawiki, "SECONDS_TO_END", 0.2)
    wiki = local_mediawiki.LocalWiki(served_mediawiki.folder, served_mediawiki.port)
    with pytest.raises(local_mediawiki.NoMediaWiki, match="is taken"):
        wiki.start()
    assert wiki.has_ended()


def test_a_wiki_waits_for_its_port(served_mediawiki: local_mediawiki.LocalWiki, tmp_path: Path) -> None:
    """Somebody's open connection may hold it for a moment after the wiki was stopped."""
    shutil.copytree(served_mediawiki.folder, tmp_path / "copy", symlinks=True)
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        held.listen()
        wiki = local_mediawiki.LocalWiki(tmp_path / "copy", held.getsockname()[1])
        threading.Timer(0.5, held.close).start()
        with wiki:
            assert not wiki.has_ended()
    assert wiki.has_ended()


def test_a_wiki_that_cannot_start_says_so(
    served_mediawiki: local_mediawiki.LocalWiki, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With where to look for the reason."""
    shutil.copytree(served_mediawiki.folder, tmp_path / "copy", symlinks=True)
    (tmp_path / "copy" / "LocalSettings.php").write_text("<?php this is no PHP")
    monkeypatch.setattr(local_mediawiki, "SECONDS_TO_START", 1)
    wiki = local_mediawiki.LocalWiki(tmp_path / "copy")
    with pytest.raises(local_mediawiki.NoMediaWiki, match=r"does not answer; see .*php\.log"):
        wiki.start()
    assert wiki.has_ended()
