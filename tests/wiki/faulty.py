"""A wiki in memory that fails as told, at any step, and merges as MediaWiki does; and workers that are killed."""

import hashlib
import itertools
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from nomic.outbox.delivery_errors import Fatal, Rejected, Retryable
from nomic.wiki.publishing import markers
from nomic.wiki.publishing.markers import Parts
from nomic.wiki.sites.site import (
    Conflict,
    Editor,
    PageText,
    PageTrouble,
    Saved,
    Unconfirmed,
    WikiChange,
    WikiChanges,
    WikiFile,
)
from nomic.wikitext.escape import normalise_text


class Killed(BaseException):
    """The worker is killed here: nothing of it runs any more."""


@dataclass(frozen=True)
class Fault:
    """What one request meets: `raises`, before the wiki has done anything, or after, or while it does it later."""

    name: str
    raises: BaseException
    when: str = "before"  # or "after", or "meanwhile"

    def __repr__(self) -> str:
        return f"{self.name} {self.when}"


# The failures of a wiki, as the two sites of this project tell of them.
OF_THE_WIKI = [Retryable("readonly"), Retryable("ratelimited"), Retryable("maxlag"), Retryable("429", 120)]
OF_THE_ACCOUNT = [Fatal("blocked"), Fatal("Failed: wrong password")]
OF_THE_PAGE = [Rejected("protectedpage"), Rejected("abusefilter-disallowed"), Rejected("contenttoobig")]
OF_THE_PAGE += [Unconfirmed("abusefilter-warning")]
UNCLEAR = [PageTrouble(said) for said in ("403", "413", "503", "ReadTimeout", "ConnectionError", "no JSON", "captcha")]
FAULTS = [Fault(str(each), each) for each in (*OF_THE_WIKI, *OF_THE_ACCOUNT, *OF_THE_PAGE, *UNCLEAR)]
FAULTS += [Fault("editconflict", Conflict("editconflict")), Fault("killed", Killed())]
FAULTS += [Fault(name, PageTrouble(name), when) for name in ("ReadTimeout", "503") for when in ("after", "meanwhile")]
FAULTS += [Fault("killed", Killed(), "after"), Fault("killed", Killed(), "meanwhile")]


@dataclass
class Revision:
    revid: int
    text: str
    by_us: bool = False


@dataclass
class FaultyWiki:
    """Pages by title, each with its revisions; `faults` are met by the next requests, one each; None is none."""

    pages: dict[str, list[Revision]] = field(default_factory=dict)
    faults: deque[Fault | None] = field(default_factory=deque)
    requests: list[str] = field(default_factory=list)
    deleted: set[str] = field(default_factory=set)
    moved_away: set[str] = field(default_factory=set)
    red: set[str] = field(default_factory=set)  # pages that are there, and to which links may still look missing
    editors: dict[str, Editor] = field(default_factory=dict)
    sections: list[tuple[str, str, str, str]] = field(default_factory=list)  # title, heading, text, summary
    has_uploads: bool = False
    uploaded: dict[str, tuple[bytes, bool]] = field(
        default_factory=dict
    )  # by name: the content, and whether it is ours
    on_save: Callable[[Revision, str], None] = lambda written_over, text: None
    _late: list[tuple[str, str, int | None]] = field(default_factory=list)
    _numbers: "itertools.count[int]" = field(default_factory=lambda: itertools.count(1))

    def newest(self, title: str) -> Revision | None:
        revisions = self.pages.get(title)
        return revisions[-1] if revisions else None

    # What the publisher asks.

    def read(self, title: str) -> PageText | None:
        def look() -> PageText | None:
            found = self.newest(title)
            return PageText(found.text, found.revid, by_us=found.by_us) if found else None

        answer: PageText | None = self._met(f"read {title}", look)
        return answer

    def save(self, title: str, text: str, base_revid: int | None, summary: str) -> Saved:
        answer: Saved = self._met(
            f"save {title}",
            lambda: self._save(title, text, base_revid),
            lambda: self._late.append((title, text, base_revid)),
        )
        return answer

    seconds_to_new_links = 0.0

    def takes_pictures(self) -> bool:
        answer: bool = self._met("pictures?", lambda: self.has_uploads) if self.has_uploads else False
        return answer

    def shows_titles(self) -> bool:
        return False

    def files(self, names: Sequence[str]) -> dict[str, WikiFile]:
        def look() -> dict[str, WikiFile]:
            return {
                name: WikiFile(hashlib.sha1(content).hexdigest(), by_us)
                for name, (content, by_us) in self.uploaded.items()
                if name in names
            }

        answer: dict[str, WikiFile] = self._met("files", look)
        return answer

    def upload(self, name: str, content: bytes, description: str, summary: str) -> None:
        def put() -> None:
            self.uploaded[name] = (content, True)

        self._met(f"upload {name}", put)

    def show_links_to(self, made: Sequence[str], likely: Sequence[str]) -> None:
        self._met(f"links {' '.join(made)}", lambda: self.red.difference_update(made))

    def title_of(self, revid: int) -> str | None:
        found: str | None = self._met(f"find {revid}", lambda: self.find(revid))
        return found

    def history(self, title: str) -> list[PageText]:
        """Nobody keeps it: tests count requests."""
        return []

    def editor(self, name: str, edit: int) -> Editor:
        """As the test has it; else an account without any group, whose edit it is."""

        def look() -> Editor:
            page = self.pages.get(self.find(edit) or "", [])
            before = [each.revid for each in page if each.revid < edit]
            anybody = Editor(name, "Nomic", is_registered=True, made_edit=True, revid_before=max(before, default=0))
            return self.editors.get(name, anybody)

        answer: Editor = self._met(f"editor {name}", look)
        return answer

    def add_section(self, title: str, heading: str, text: str, summary: str) -> None:
        def add() -> None:
            self.sections.append((title, heading, text, summary))

        self._met(f"section {title}", add, add)

    def difference_url(self, revid: int) -> str:
        return ""

    def text_of(self, revid: int) -> str | None:
        def look() -> str | None:
            found = [each.text for revisions in self.pages.values() for each in revisions if each.revid == revid]
            return found[0] if found else None

        text: str | None = self._met(f"text {revid}", look)
        return text

    def was_removed(self, title: str) -> bool:
        removed: bool = self._met(f"log {title}", lambda: title in self.deleted | self.moved_away)
        return removed

    def find(self, revid: int) -> str | None:
        return next((title for title, all_ in self.pages.items() if any(each.revid == revid for each in all_)), None)

    def changes(self, seen: dict[str, Any]) -> WikiChanges:
        """Every revision and every deletion is one, numbered; what was seen last may be unknown after a restore."""

        def look() -> WikiChanges:
            all_ = sorted(
                [WikiChange((title,), each.revid) for title, revisions in self.pages.items() for each in revisions],
                key=lambda change: change.revid,
            )
            newest = all_[-1].revid if all_ else 0
            gone = [WikiChange((title,)) for title in sorted(self.deleted)]
            known = not seen.get("revid") or any(each.revid == seen["revid"] for each in all_)
            fresh = [each for each in all_ if each.revid > seen.get("revid", 0)] if seen else []
            return WikiChanges(fresh + (gone if seen else []), {"revid": newest}, everything=not seen or not known)

        answer: WikiChanges = self._met("changes", look)
        return answer

    def check(self) -> None:
        self._met("check", lambda: None)

    def page_url(self, title: str) -> str:
        return ""

    def _met(self, request: str, do: Callable[[], Any], later: Callable[[], None] = lambda: None) -> Any:
        self.requests.append(request)
        fault = self.faults.popleft() if self.faults else None
        if fault is None:
            return do()
        if request == "check" and isinstance(fault.raises, Conflict | Rejected | PageTrouble):
            return do()  # no answer to such a question
        if request != f"save {request[5:]}" and isinstance(fault.raises, Conflict):
            return do()
        if fault.when == "after":
            do()
        elif fault.when == "meanwhile":
            later()
        raise fault.raises

    # What happens there.

    def arrive(self) -> None:
        """What was sent and whose answer nobody waited for happens at last."""
        for title, text, base in self._late:
            try:
                self._save(title, text, base)
            except Conflict:
                continue
        self._late.clear()

    def edit(self, title: str, text: str) -> None:
        """A person saves."""
        self.pages.setdefault(title, []).append(Revision(next(self._numbers), normalise_text(text)))

    def delete(self, title: str) -> None:
        if self.pages.pop(title, None) is not None:
            self.deleted.add(title)

    def move(self, title: str, to: str, *, redirect: bool) -> None:
        """A person moves the page, where nothing but a redirect is in the way."""
        there = self.newest(to)
        if title in self.pages and (there is None or there.text.startswith("#REDIRECT")):
            self.pages[to] = self.pages.pop(title)
            self.moved_away.add(title)
            if redirect:
                self.edit(title, f"#REDIRECT [[{to}]]")

    def _save(self, title: str, text: str, base: int | None) -> Saved:
        now, text = self.newest(title), normalise_text(text)
        if base is None:
            if now is not None:
                raise Conflict("articleexists")
        elif now is None:
            raise Conflict("missingtitle")
        elif now.revid != base:
            return self._merge(title, text, base, now)
        elif now.text == text:
            return Saved(base, merged=True)
        if now is not None:
            self.on_save(now, text)
        elif title not in self.deleted:  # links to what was deleted turn red, and blue again, by the wiki's own jobs
            self.red.add(title)
        return Saved(self._append(title, text))

    def _append(self, title: str, text: str) -> int:
        made = Revision(next(self._numbers), text, by_us=True)
        self.pages.setdefault(title, []).append(made)
        return made.revid

    def _merge(self, title: str, text: str, base: int, now: Revision) -> Saved:
        """Line by line, where each was changed on one side only; as nobody asked for it, nobody is told."""
        old = next((each.text for each in self.pages[title] if each.revid == base), None)
        merged = None if old is None else three_ways(old, text, now.text)
        if merged is None:
            raise Conflict("editconflict")
        if merged == now.text:
            return Saved(base, merged=True)
        return Saved(self._append(title, merged), merged=True)


def three_ways(old: str, ours: str, theirs: str) -> str | None:
    """Two changes of a page in one; None where they get into each other's way."""
    try:
        pages = [markers.split(text) for text in (old, ours, theirs)]
    except markers.MarkersBroken:
        return None
    if any(page is None for page in pages):
        return None
    pieces = [(page.before, *page.inside.split("\n"), page.after) for page in pages if page is not None]
    if len({len(each) for each in pieces}) > 1:
        return None
    chosen = []
    for before, our, their in zip(*pieces, strict=True):
        if before not in (our, their) and our != their:
            return None
        chosen.append(their if our == before else our)
    first, *inside, last = chosen
    return Parts(first, "\n".join(inside), last).page()
