"""Where pages are read and saved: a small interface, for MediaWiki and for a folder of files.

A save never overwrites an edit that was not seen: it names the revision it builds on. What goes wrong comes as one
of the exceptions here, each saying what to do about it. Their texts never hold a secret.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class PageText:
    """A page as it stands: its text and the number of its revision."""

    text: str
    revid: int


@dataclass(frozen=True, slots=True)
class Saved:
    """What a save answered. `merged`: the site built on a newer revision than the one named, and merged the two.

    Where it was merged, what stands there now is not told by the answer.
    """

    revid: int
    merged: bool = False


class SiteTrouble(Exception):
    """Something kept a page from being read or saved; `reason` is for people and holds no secret."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(reason)


class Conflict(SiteTrouble):
    """The page is not at the revision any more that the save named, or came or went meanwhile: read it again."""


class SaveRefused(SiteTrouble):
    """The site refuses this page as it is (protected, blacklisted, filtered, too big): a person has to look."""


class Stopped(SiteTrouble):
    """The site refuses this account, whatever the page (wrong password, blocked, no rights): a person has to look."""


class _Passing(SiteTrouble):
    """Trouble that may have passed after so many `seconds`."""

    def __init__(self, reason: str, seconds: int = 60) -> None:
        self.seconds = seconds
        super().__init__(reason)


class TryLater(_Passing):
    """The site says of itself that it does not work now, or lets nobody ask: that holds for every page."""


class PageTrouble(_Passing):
    """A page was not read or saved, or nobody knows whether it was; read it first when it is tried again.

    Whether all the others would meet the same is not said: `WikiSite.check` tells.
    """


class WikiSite(Protocol):
    """What the publisher needs of a wiki."""

    def read(self, title: str) -> PageText | None:
        """The page, or None where there is none. Raises PageTrouble, Refused, Stopped, TryLater."""
        ...

    def save(self, title: str, text: str, base_revid: int | None, summary: str) -> Saved:
        """Save on top of a revision, or create the page (None).

        Raises Conflict, PageTrouble, Refused, Stopped, TryLater. After PageTrouble the save may have happened, or
        happen yet; after anything else it has not.
        """
        ...

    def title_of(self, revid: int) -> str | None:
        """Where the page of this revision stands now; None where there is no such revision any more.

        Raises PageTrouble, Refused, Stopped, TryLater.
        """
        ...

    seconds_to_new_links: float  # after which a link to a page that was made can be drawn anew

    def show_links_to(self, made: Sequence[str], likely: Sequence[str]) -> None:
        """Draw anew what links to these pages, at most 50, which were made lately; and at any rate the `likely` ones.

        Raises PageTrouble, Refused, Stopped, TryLater.
        """
        ...

    def check(self) -> None:
        """Ask the site of itself and the account, not of a page, whether it works. Raises Stopped, TryLater."""
        ...

    def page_url(self, title: str) -> str:
        """Where people read the page; empty where they cannot."""
        ...
