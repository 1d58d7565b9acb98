"""Client for a folder of `.wiki` files instead of a wiki. The publisher uses it like any other client."""

import fcntl
import hashlib
import itertools
import os
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from nomic.outbox.delivery_errors import Rejected, Retryable
from nomic.wiki.sites.site import Conflict, Editor, PageText, PageTrouble, Saved, WikiChange, WikiChanges, WikiFile
from nomic.wikitext.escape import normalise_text

MAX_FILES = 5000  # searched for a file that was renamed


class FolderSite:
    """A wiki client that stores each page as a file, and subpages in subfolders.

    Revision ids are hashes of the text.
    """

    seconds_to_new_links = 0.0

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def _path(self, title: str) -> Path:
        parts = title.split("/")
        if not all(part.strip(" .") and part.isprintable() and "\\" not in part for part in parts):
            raise Rejected(f"{title!r} cannot be the name of a file")
        return self.folder.joinpath(*parts[:-1], f"{parts[-1]}.wiki")

    def read(self, title: str) -> PageText | None:
        try:
            with self._path(title).open(encoding="utf-8", errors="replace", newline="") as file:
                text = file.read()
        except FileNotFoundError:
            return None
        except OSError as error:
            raise PageTrouble(f"the file: {error.strerror}") from error
        return PageText(text, _revid(text))

    def save(self, title: str, text: str, base_revid: int | None, summary: str) -> Saved:
        path = self._path(title)
        text = normalise_text(text)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with self._locked():
                now = self.read(title)
                if (now.revid if now else None) != base_revid:
                    raise Conflict("the file was changed meanwhile")
                fresh = path.with_name(f".{path.name}.{os.getpid()}")
                with fresh.open("w", encoding="utf-8", newline="") as file:
                    file.write(text)
                fresh.replace(path)
        except OSError as error:
            raise PageTrouble(f"the file: {error.strerror}") from error
        return Saved(_revid(text))

    def takes_pictures(self) -> bool:
        """Return False: the folder has texts alone."""
        return False

    def shows_titles(self) -> bool:
        """Return False: files have names alone."""
        return False

    def files(self, names: Sequence[str]) -> dict[str, WikiFile]:
        return {}

    def upload(self, name: str, content: bytes, description: str, summary: str) -> None:
        raise Rejected("a folder takes no pictures")

    def show_links_to(self, made: Sequence[str], likely: Sequence[str]) -> None:
        """Do nothing: files are not rendered here."""

    def title_of(self, revid: int) -> str | None:
        """Return the title of the file with this text, or None if there is no such file or more than one."""
        try:
            files = itertools.islice(self.folder.rglob("*.wiki"), MAX_FILES)
            titles = [file.relative_to(self.folder).as_posix().removesuffix(".wiki") for file in files]
            found = [title for title in titles if self._has(title, revid)]
        except OSError as error:
            raise PageTrouble(f"the folder of the wiki: {error.strerror}") from error
        return found[0] if len(found) == 1 else None

    def history(self, title: str) -> list[PageText]:
        """Return no revisions, because files do not record their authors."""
        return []

    def editor(self, name: str, edit: int) -> Editor:
        """Return an editor with nothing but a name, because files do not record authors."""
        return Editor(name)

    def add_section(self, title: str, heading: str, text: str, summary: str) -> None:
        raise Rejected("a folder has no talk pages")

    def difference_url(self, revid: int) -> str:
        return ""

    def text_of(self, revid: int) -> str | None:
        title = self.title_of(revid)
        page = self.read(title) if title is not None else None
        return page.text if page is not None else None

    def was_removed(self, title: str) -> bool:
        """Return True: a folder keeps no log, so a missing file is taken to be removed."""
        return True

    def _has(self, title: str, revid: int) -> bool:
        try:
            page = self.read(title)
        except Rejected:  # not the title of a page
            return False
        return page is not None and page.revid == revid

    def changes(self, seen: dict[str, Any]) -> WikiChanges:
        """Return changes by the modification times of files. Removed files are not included."""
        since, newest, changed = int(seen.get("at", 0)), 0, []
        try:
            for file in itertools.islice(self.folder.rglob("*.wiki"), MAX_FILES):
                at = file.stat().st_mtime_ns
                newest = max(newest, at)
                if seen and at >= since:
                    text = file.read_text(encoding="utf-8", errors="replace")
                    title = file.relative_to(self.folder).as_posix().removesuffix(".wiki")
                    changed.append(WikiChange((title,), _revid(text)))
        except OSError as error:
            raise PageTrouble(f"the folder of the wiki: {error.strerror}") from error
        return WikiChanges(changed, {"at": newest}, everything=not seen)

    def check(self) -> None:
        """Raise Retryable unless a file can be written in the folder."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            with self._locked():
                pass
            with tempfile.TemporaryFile(dir=self.folder) as file:
                file.write(b"written")
        except OSError as error:
            raise Retryable(f"the folder of the wiki: {error.strerror}") from error

    def page_url(self, title: str) -> str:
        return ""

    @contextmanager
    def _locked(self) -> Iterator[None]:
        with (self.folder / ".lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield


def _revid(text: str) -> int:
    return int(hashlib.sha256(text.encode()).hexdigest()[:15], 16)
