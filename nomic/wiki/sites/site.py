"""Where pages are read and saved: a small interface, for MediaWiki and for a folder of files.

A save never overwrites an edit that was not seen: it names the revision it builds on. What goes wrong comes as one
of the kinds of `nomic.outbox.errors`, or of the two that only pages know: TryLater and Stopped are of the whole wiki,
Rejected, Conflict and PageTrouble of one page.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from nomic.outbox.errors import DeliveryError, Rejected


@dataclass(frozen=True, slots=True)
class PageText:
    """A page as it stands: its text, the number of its revision, who saved that and with which summary, as far as told.

    `by_us`: by the account that publishes, whether the publisher did so or somebody by hand.
    """

    text: str
    revid: int
    author: str = field(default="", compare=False)
    summary: str = field(default="", compare=False)
    by_us: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class Editor:
    """Somebody on the wiki, with regard to one edit. `account` is the name of the account that publishes.

    `is_registered`: with an account that is shown; `made_edit`: the wiki shows the edit, and it is theirs;
    `revid_before`: the revision that it was made to, 0 if none.
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
    """What a save answered. `merged`: the site built on a newer revision than the one named, and merged the two.

    Where it was merged, what stands there now is not told by the answer.
    """

    revid: int
    merged: bool = False


@dataclass(frozen=True, slots=True)
class Change:
    """Something that happened to a page. `revid` is the revision that it made, 0 if none, `old_revid` the one before.

    Of a move both titles are named.
    """

    titles: tuple[str, ...]
    revid: int = 0
    old_revid: int = 0


@dataclass(frozen=True, slots=True)
class Changes:
    """What happened on the wiki, oldest first, and `seen`, to be given back when asking for what happens next.

    `everything`: the wiki does not know what was seen last, as after it was restored: any page may have changed.
    """

    changed: list[Change]
    seen: dict[str, Any]
    everything: bool = False


class Conflict(DeliveryError):
    """The page is not at the revision any more that the save named, or came or went meanwhile: read it again."""


class Unconfirmed(Rejected):
    """A filter of the wiki warned. To send the page once more is to confirm it, which only a person does."""


class PageTrouble(DeliveryError):
    """A page was not read or saved, or nobody knows whether it was; read it first when it is tried again.

    Whether all the others would meet the same is not said: `WikiSite.check` tells. Not before so many `seconds`.
    """

    def __init__(self, reason: str, seconds: float = 60) -> None:
        self.seconds = seconds
        super().__init__(reason)


class WikiSite(Protocol):
    """What the publisher needs of a wiki."""

    def read(self, title: str) -> PageText | None:
        """The page, or None where there is none. Raises PageTrouble, Rejected, Stopped, TryLater."""
        ...

    def save(self, title: str, text: str, base_revid: int | None, summary: str) -> Saved:
        """Save on top of a revision, or create the page (None).

        Raises Conflict, PageTrouble, Rejected, Stopped, TryLater. After PageTrouble the save may have happened, or
        happen yet; after anything else it has not.
        """
        ...

    def title_of(self, revid: int) -> str | None:
        """Where the page of this revision stands now; None where there is no such revision any more.

        Raises PageTrouble, Rejected, Stopped, TryLater.
        """
        ...

    def history(self, title: str) -> list[PageText]:
        """The newest revisions of a page, ten at most, newest first; empty where nobody keeps them.

        Raises PageTrouble, Rejected, Stopped, TryLater.
        """
        ...

    def editor(self, name: str, edit: int) -> Editor:
        """Who this is, and whether this edit is theirs. Raises PageTrouble, Rejected, Stopped, TryLater."""
        ...

    def add_section(self, title: str, heading: str, text: str, summary: str) -> None:
        """Add a section to a page, which is made if there is none. Raises as `save` does."""
        ...

    def difference_url(self, revid: int) -> str:
        """Where people see what this revision changed; empty where they cannot."""
        ...

    def text_of(self, revid: int) -> str | None:
        """The text of this revision; None where there is none any more. Raises as `title_of` does."""
        ...

    def was_removed(self, title: str) -> bool:
        """Whether somebody deleted or moved a page away from this title, as far as the wiki knows of that.

        Raises PageTrouble, Rejected, Stopped, TryLater.
        """
        ...

    seconds_to_new_links: float  # after which a link to a page that was made can be drawn anew

    def show_links_to(self, made: Sequence[str], likely: Sequence[str]) -> None:
        """Draw anew what links to these pages, at most 50, which were made lately; and at any rate the `likely` ones.

        Raises PageTrouble, Rejected, Stopped, TryLater.
        """
        ...

    def changes(self, seen: dict[str, Any]) -> Changes:
        """What has changed on all pages since; with an empty `seen` only where to begin. Ours are among them.

        Some may come twice, none is missing. Raises PageTrouble, Rejected, Stopped, TryLater.
        """
        ...

    def check(self) -> None:
        """Ask the site of itself and the account, not of a page, whether it works. Raises Stopped, TryLater."""
        ...

    def page_url(self, title: str) -> str:
        """Where people read the page; empty where they cannot."""
        ...
