"""The interface of a wiki client, for MediaWiki and for a folder of files.

A save names its base revision, so it never overwrites an edit that the publisher has not read. The errors are those of
`nomic.outbox.delivery_errors`, and two that concern only pages. Retryable and Fatal concern the whole wiki; Rejected,
Conflict and PageTrouble concern one page.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from nomic.outbox.delivery_errors import DeliveryError, Rejected


@dataclass(frozen=True, slots=True)
class PageText:
    """The current text of a page with its revision id, author and edit summary, as far as the wiki provides them.

    `by_us` is true if the publishing account saved it, whether the publisher did so or a person.
    """

    text: str
    revid: int
    author: str = field(default="", compare=False)
    summary: str = field(default="", compare=False)
    by_us: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class Editor:
    """An editor on the wiki, with regard to one edit.

    `account` is the name of the account that publishes. `is_registered` is true if the editor has a visible account.
    `made_edit` is true if the wiki shows the edit as theirs. `revid_before` is the revision that the edit was based on,
    or 0.
    """

    name: str
    account: str = ""
    is_registered: bool = False
    is_blocked: bool = False
    groups: frozenset[str] = frozenset()
    made_edit: bool = False
    revid_before: int = 0


@dataclass(frozen=True, slots=True)
class Saved:
    """The result of a save.

    `merged` is true if the wiki merged the text with a newer revision than the base. The page's present text is then
    unknown.
    """

    revid: int
    merged: bool = False


@dataclass(frozen=True, slots=True)
class WikiChange:
    """A change of a page. `revid` is the new revision, or 0, and `old_revid` the one before. A move has both titles."""

    titles: tuple[str, ...]
    revid: int = 0
    old_revid: int = 0


@dataclass(frozen=True, slots=True)
class WikiChanges:
    """Changes on the wiki, oldest first. `seen` is a cursor for the next call.

    `everything` is true if any page may have changed, because the wiki does not know the last change seen, as after a
    restore.
    """

    changed: list[WikiChange]
    seen: dict[str, Any]
    everything: bool = False


@dataclass(frozen=True, slots=True)
class WikiFile:
    """A file of the wiki: the SHA-1 of its content, and whether the publishing account uploaded this version."""

    sha1: str
    by_us: bool


class Conflict(DeliveryError):
    """Raised if the page is no longer at the save's base revision, or has been created or removed. Read it again."""


class Unconfirmed(Rejected):
    """Raised if a filter of the wiki warned. Saving again would confirm the edit, which only a person may do."""


class PageTrouble(DeliveryError):
    """Raised if a page was not read or saved, or if the result is unknown.

    Read it before trying again, after at least `seconds`. Other pages may or may not fail as well; `WikiSite.check`
    finds out.
    """

    def __init__(self, reason: str, seconds: float = 60) -> None:
        self.seconds = seconds
        super().__init__(reason)


class WikiSite(Protocol):
    """The operations of a wiki client that the publisher needs.

    Each one that asks the wiki can raise PageTrouble, Rejected, Fatal and Retryable.
    """

    def read(self, title: str) -> PageText | None:
        """Return the page, or None if it does not exist."""
        ...

    def save(self, title: str, text: str, base_revid: int | None, summary: str) -> Saved:
        """Save a text on top of a revision, or create the page if `base_revid` is None.

        Raises Conflict if the page is no longer at that revision. After PageTrouble the save may have happened or may
        still happen; after any other error it has not.
        """
        ...

    def title_of(self, revid: int) -> str | None:
        """Return the current title of this revision's page, or None if the revision no longer exists."""
        ...

    def history(self, title: str) -> list[PageText]:
        """Return the newest revisions of a page, at most ten, newest first. Empty if the wiki keeps no history."""
        ...

    def editor(self, name: str, edit: int) -> Editor:
        """Look up an editor, and whether the editor made this edit."""
        ...

    def add_section(self, title: str, heading: str, text: str, summary: str) -> None:
        """Add a section to a page, which is created if it does not exist. Raises the same errors as `save`."""
        ...

    def difference_url(self, revid: int) -> str:
        """Return the address of this revision's diff, or "" if there is none."""
        ...

    def text_of(self, revid: int) -> str | None:
        """Return the text of this revision, or None if it no longer exists."""
        ...

    def was_removed(self, title: str) -> bool:
        """Return whether a page was deleted or moved away from this title, as far as the wiki knows."""
        ...

    def takes_pictures(self) -> bool:
        """Return whether the account may upload SVG files here."""
        ...

    def shows_titles(self) -> bool:
        """Return whether pages may have titles other than their names."""
        ...

    def files(self, names: Sequence[str]) -> dict[str, WikiFile]:
        """Return the files of these names that the wiki has, by name."""
        ...

    def upload(self, name: str, content: bytes, description: str, summary: str) -> None:
        """Upload a file, or a new version of it. `description` is the wikitext of a new file's page."""
        ...

    seconds_to_new_links: float  # delay after which links to a newly made page can be purged

    def show_links_to(self, made: Sequence[str], likely: Sequence[str]) -> None:
        """Purge the pages that link to the new pages `made`, at most 50, and the `likely` ones."""
        ...

    def changes(self, seen: dict[str, Any]) -> WikiChanges:
        """Return the changes of all pages since `seen`, our own included.

        With an empty `seen`, return only a cursor to begin at.

        A change may be returned twice, but none is missing.
        """
        ...

    def check(self) -> None:
        """Check the site and the account, independently of any page. Raises Fatal or Retryable if one of them fails."""
        ...

    def page_url(self, title: str) -> str:
        """Return the page's address for readers, or "" if there is none."""
        ...
