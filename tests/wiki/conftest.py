"""A real MediaWiki for the tests, and people who edit on it."""

import itertools
import shutil
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import requests
from django.utils import timezone

from nomic.cycles.creation import create_cycle
from nomic.cycles.models import Cycle
from nomic.wiki.models import PageKind, WikiPage
from nomic.wiki.sites import local_mediawiki
from nomic.wiki.sites.folder import FolderSite
from nomic.wiki.sites.mediawiki_site import MediaWikiSite
from nomic.wiki.sites.site import WikiSite
from tests.support.hall import clock, open_cycle
from tests.support.once_per_run_files import made_once

__all__ = ["clock", "open_cycle"]

EXTENSIONS = ("ParserFunctions", "Cite", "AbuseFilter", "SpamBlacklist", "TitleBlacklist", "ConfirmEdit")
_numbers = itertools.count(1)


class Someone:
    """Somebody with a browser, as the wiki's API sees them: nobody in particular, or the wiki's admin."""

    def __init__(self, wiki: local_mediawiki.LocalWiki) -> None:
        self.wiki = wiki
        self.http = requests.Session()

    def api(self, **parameters: Any) -> dict[str, Any]:
        parameters = {"format": "json", "formatversion": "2", **parameters}
        answer: dict[str, Any] = self.http.post(f"{self.wiki.url}api.php", data=parameters, timeout=30).json()
        return answer

    def log_in(self, user: str, password: str) -> None:
        token = self.api(action="query", meta="tokens", type="login")["query"]["tokens"]["logintoken"]
        answer = self.api(action="login", lgname=user, lgpassword=password, lgtoken=token)
        assert answer["login"]["result"] == "Success", answer

    def do(self, action: str, **parameters: Any) -> dict[str, Any]:
        token = self.api(action="query", meta="tokens")["query"]["tokens"]["csrftoken"]
        answer = self.api(action=action, token=token, **parameters)
        assert "error" not in answer, answer
        return answer

    def edit(self, title: str, text: str, **parameters: Any) -> int:
        answer = self.do("edit", title=title, text=text, **parameters)["edit"]
        return int(answer.get("newrevid", 0))

    def read(self, title: str) -> str:
        page = self.api(action="query", prop="revisions", titles=title, rvprop="content", rvslots="main")
        text: str = page["query"]["pages"][0]["revisions"][0]["slots"]["main"]["content"]
        return text

    def revisions(self, title: str) -> list[dict[str, Any]]:
        """Newest first."""
        answer = self.api(action="query", prop="revisions", titles=title, rvprop="ids|user|comment|flags", rvlimit="50")
        revisions: list[dict[str, Any]] = answer["query"]["pages"][0].get("revisions", [])
        return revisions

    def parse(
        self, text: str, title: str = "Test", prop: str = "text|sections|links|templates|categories|images"
    ) -> Any:
        return self.api(
            action="parse", text=text, title=title, prop=prop, contentmodel="wikitext", pst="1", disablelimitreport="1"
        )["parse"]


@pytest.fixture(scope="session")
def served_mediawiki(tmp_path_factory: pytest.TempPathFactory) -> Iterator[local_mediawiki.LocalWiki]:
    built = made_once("mediawiki", partial(local_mediawiki.build_wiki, extensions=EXTENSIONS))
    folder = shutil.copytree(built, tmp_path_factory.mktemp("mediawiki") / "wiki", symlinks=True)
    with local_mediawiki.LocalWiki(folder) as wiki:
        yield wiki


@pytest.fixture
def mediawiki(served_mediawiki: local_mediawiki.LocalWiki) -> Iterator[local_mediawiki.LocalWiki]:
    """The wiki with everything switched off that an earlier test switched on."""
    served_mediawiki.switch()
    yield served_mediawiki
    served_mediawiki.switch()


@pytest.fixture
def site(mediawiki: local_mediawiki.LocalWiki) -> MediaWikiSite:
    return MediaWikiSite(mediawiki.url, mediawiki.user, mediawiki.password)


@pytest.fixture
def reader(mediawiki: local_mediawiki.LocalWiki) -> Someone:
    """Somebody who is not logged in."""
    return Someone(mediawiki)


@pytest.fixture
def wiki_admin(mediawiki: local_mediawiki.LocalWiki) -> Someone:
    admin = Someone(mediawiki)
    admin.log_in(mediawiki.admin, mediawiki.admin_password)
    return admin


@pytest.fixture
def title() -> str:
    """A title that no other test uses."""
    return f"Page {next(_numbers)}"


@pytest.fixture
def hall(db: None) -> Cycle:
    """A cycle that is published."""
    return create_cycle("cycle-16", slug="hall")


@pytest.fixture
def at_once(settings: Any) -> None:
    """No quiet time before publishing, and no rest after it."""
    settings.WIKI_QUIET_SECONDS = 0
    settings.WIKI_REST_SECONDS = 0


@pytest.fixture
def row(hall: Cycle, title: str, at_once: None) -> WikiPage:
    """One stale page of a published cycle."""
    WikiPage.objects.all().delete()
    return WikiPage.objects.create(cycle=hall, kind=PageKind.GAMESTATE, title=title, stale_since=timezone.now())


@pytest.fixture(params=["folder", pytest.param("mediawiki", marks=pytest.mark.wiki)])
def any_site(request: pytest.FixtureRequest, tmp_path: Path) -> WikiSite:
    """A folder, and a real MediaWiki."""
    if request.param == "folder":
        return FolderSite(tmp_path)
    site: WikiSite = request.getfixturevalue("site")
    return site
