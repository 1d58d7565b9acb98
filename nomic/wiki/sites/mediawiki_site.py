"""MediaWiki client based on mwclient, using an account's bot password.

mwclient's own ways to log in, retry and edit are avoided where they can lose people's edits, block a worker for hours,
or edit without being logged in. Every request is made once, and the publisher decides about retries.
"""

import hashlib
import json
import logging
import re
import time
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any, TypeVar
from urllib.parse import quote, urlsplit

import mwclient
from django.conf import settings
from mwclient import errors

from nomic.outbox.delivery_errors import Fatal, Rejected, Retryable
from nomic.wiki.sites.mediawiki_errors import (
    MIN_WAIT,
    NewSession,
    NewToken,
    as_delivery_errors,
    edit_failure,
    page_errors_as_retryable,
)
from nomic.wiki.sites.request_deadline import InTime
from nomic.wiki.sites.site import Editor, PageText, PageTrouble, Saved, WikiChange, WikiChanges, WikiFile
from nomic.wikitext.escape import normalise_text

T = TypeVar("T")

log = logging.getLogger(__name__)

SECONDS_TO_ANSWER = 20
MAX_SUMMARY = 500  # characters; MediaWiki cuts it there
REVISIONS_READ = 10  # to find the editor
MAX_CONTACT = 200  # characters
MAX_TITLES = 50  # in one request
LINKING_AT_ONCE = 250  # pages in one request
MAX_LINKING = 2_500  # the wiki's own jobs do the rest
CHANGES_AT_ONCE = 500  # in one request
MAX_REMEMBERED = 1_000  # ids of changes that were reported already
MAX_CHANGES = 5_000  # fetched in one call; the next call fetches the rest
LISTED_LATE = timedelta(minutes=2)  # how long after it was made a change may be listed
SECONDS_UNTIL_ASKED_AGAIN = 3_600  # whether files can be uploaded, and pages have other titles
OTHER_TITLE = "Another title"
MAX_LAG = 5  # seconds that the wiki's replicas may lag before it asks us to wait

REMOVING = {"delete", "move", "suppress", "merge"}  # types of log entries
ALREADY_THERE = "fileexists-no-change"


def user_agent() -> str:
    """Return the User-Agent: this program's name and the operator's address, for the logs of the wiki's admins."""
    contact = f"{settings.SITE_URL}; {settings.WIKI_CONTACT or settings.DEFAULT_FROM_EMAIL}"
    return f"InfiniteNomic/1 ({re.sub('[^ -~]|[()]', '', contact)[:MAX_CONTACT]})"


def place_of(url: str) -> str:
    """Return the host and path that identify a wiki, or "" for an empty address."""
    site = MediaWikiSite(url, "", "")
    return f"{site.host.lower()}{site.path}" if url else ""


class MediaWikiSite:
    """A client for one wiki and one account. It logs in before the first request. Threads must not share it."""

    # MediaWiki's timestamps have whole seconds, so a purge in the same second as the rendering has no effect.
    seconds_to_new_links = 2.0

    def __init__(self, url: str, user: str, password: str) -> None:
        """Store the address and the account.

        `url` is the address of api.php or of its folder. `user` looks like "Account@program".
        """
        parts = urlsplit(url if "//" in url else f"https://{url}")
        self.scheme, self.host = parts.scheme, parts.netloc.rpartition("@")[2]
        path = parts.path.removesuffix("api.php").removesuffix("index.php")
        self.path = path if path.endswith("/") else f"{path}/"
        self._user, self._password = user, password
        self._site: mwclient.Site | None = None
        self._takes_pictures = (False, 0.0)  # and until when that is taken to hold
        self._shows_titles = (False, 0.0)  # the same

    def __repr__(self) -> str:
        return f"<MediaWikiSite {self.scheme}://{self.host}{self.path}>"

    def page_url(self, title: str) -> str:
        return f"{self.scheme}://{self.host}{self.path}index.php?title={quote(title.replace(' ', '_'), safe='/:')}"

    def read(self, title: str) -> PageText | None:
        def ask(site: mwclient.Site) -> PageText | None:
            answer = site.get(
                "query",
                prop="revisions",
                titles=title,
                rvprop="content|ids|user|comment",
                rvslots="main",
                assertuser=site.username,
            )
            (page,) = answer["query"]["pages"].values()
            if "invalid" in page:
                raise Rejected(
                    f"the wiki does not accept a page called {title!r}: {str(page.get('invalidreason', ''))[:200]}"
                )
            if "revisions" not in page:
                return None
            (revision,) = page["revisions"]
            return _page_text(revision, site.username)

        return self._once_more(ask)

    def difference_url(self, revid: int) -> str:
        return f"{self.scheme}://{self.host}{self.path}index.php?diff={revid}"

    def history(self, title: str) -> list[PageText]:
        """Return the newest revisions, except those whose text is hidden."""

        def ask(site: mwclient.Site) -> list[PageText]:
            answer = site.get(
                "query", prop="revisions", titles=title, rvprop="content|ids|user|comment", rvslots="main",
                rvlimit=str(REVISIONS_READ), assertuser=site.username,
            )  # fmt: skip
            (page,) = answer["query"]["pages"].values()
            shown = (each for each in page.get("revisions", ()) if "*" in each["slots"]["main"])
            return [_page_text(each, site.username) for each in shown]

        return self._once_more(ask)

    def editor(self, name: str, edit: int) -> Editor:
        """Look up a user and one of the user's edits in a single request. IP addresses count as unregistered."""

        def ask(site: mwclient.Site) -> Editor:
            answer = site.get(
                "query", list="users", ususers=name, usprop="groups|blockinfo",
                prop="revisions", revids=str(edit), rvprop="ids|user", assertuser=site.username,
            )["query"]  # fmt: skip
            (user,) = answer["users"]
            pages = answer.get("pages", {}).values()
            theirs = [each for page in pages for each in page.get("revisions", ()) if each.get("user") == name]
            is_shown = bool(theirs) and not {"userhidden", "suppressed"} & theirs[0].keys()
            return Editor(
                name,
                site.username,
                is_registered=not {"missing", "invalid", "hidden"} & user.keys(),
                is_blocked="blockid" in user and "blockpartial" not in user,
                groups=frozenset(map(str, user.get("groups", ()))),
                made_edit=is_shown,
                revid_before=int(theirs[0].get("parentid", 0)) if theirs else 0,
            )

        return self._once_more(ask)

    def add_section(self, title: str, heading: str, text: str, summary: str) -> None:
        """Add a section. The edit is not marked as a bot's, so that watchers of the page see it."""
        text = normalise_text(text)

        def ask(site: mwclient.Site) -> None:
            _edit(site, title, text, summary, section="new", sectiontitle=heading, notminor="1")

        self._once_more(ask)

    def text_of(self, revid: int) -> str | None:
        def ask(site: mwclient.Site) -> str | None:
            answer = site.get(
                "query", prop="revisions", revids=str(revid), rvprop="content|ids", rvslots="main",
                assertuser=site.username,
            )["query"]  # fmt: skip
            for page in answer.get("pages", {}).values():
                for revision in page.get("revisions", ()):
                    return str(revision["slots"]["main"].get("*", ""))
            return None

        return self._once_more(ask)

    def was_removed(self, title: str) -> bool:
        def ask(site: mwclient.Site) -> bool:
            answer = site.get(
                "query", list="logevents", letitle=title, leprop="type", lelimit="500", assertuser=site.username
            )
            return any(event.get("type") in REMOVING for event in answer["query"]["logevents"])

        return self._once_more(ask)

    def title_of(self, revid: int) -> str | None:
        def ask(site: mwclient.Site) -> str | None:
            answer = site.get("query", prop="info", revids=str(revid), assertuser=site.username)["query"]
            return next((str(page["title"]) for page in answer.get("pages", {}).values()), None)

        return self._once_more(ask)

    def save(self, title: str, text: str, base_revid: int | None, summary: str) -> Saved:
        text = normalise_text(text)
        where = {"createonly": "1"} if base_revid is None else {"baserevid": str(base_revid), "nocreate": "1"}

        def ask(site: mwclient.Site) -> Saved:
            answer = _edit(site, title, text, summary, bot="1", **where)
            if "nochange" in answer:
                # The page has all of our text. Only reading it shows whether it is on our base alone.
                return Saved(base_revid or 0, merged=True)
            return Saved(int(answer["newrevid"]), merged=int(answer.get("oldrevid", 0)) != (base_revid or 0))

        return self._once_more(ask)

    def takes_pictures(self) -> bool:
        """Return whether the account may upload SVG files here. The wiki is asked once an hour."""
        answer, until = self._takes_pictures
        if time.monotonic() < until:
            return answer

        def ask(site: mwclient.Site) -> bool:
            found = site.get(
                "query", meta="siteinfo|userinfo", siprop="general|fileextensions", uiprop="rights",
                assertuser=site.username,
            )["query"]  # fmt: skip
            extensions = {str(each["ext"]) for each in found["fileextensions"]}
            is_allowed = "upload" in found["userinfo"]["rights"]
            return "uploadsenabled" in found["general"] and "svg" in extensions and is_allowed

        self._takes_pictures = (self._once_more(ask), time.monotonic() + SECONDS_UNTIL_ASKED_AGAIN)
        return self._takes_pictures[0]

    def shows_titles(self) -> bool:
        """Return whether a page may display any title (`$wgRestrictDisplayTitle` is off).

        Asks the wiki at most once an hour.
        """
        answer, until = self._shows_titles
        if time.monotonic() < until:
            return answer

        def ask(site: mwclient.Site) -> bool:
            found = site.post(
                "parse", text=f"{{{{DISPLAYTITLE:{OTHER_TITLE}}}}}", title="Nomic", contentmodel="wikitext",
                prop="displaytitle", disablelimitreport="1", assertuser=site.username,
            )["parse"]  # fmt: skip
            return OTHER_TITLE in str(found.get("displaytitle", ""))

        self._shows_titles = (self._once_more(ask), time.monotonic() + SECONDS_UNTIL_ASKED_AGAIN)
        return self._shows_titles[0]

    def files(self, names: Sequence[str]) -> dict[str, WikiFile]:
        found: dict[str, WikiFile] = {}
        for start in range(0, len(names), MAX_TITLES):
            titles = "|".join(f"File:{name}" for name in names[start : start + MAX_TITLES])

            def ask(site: mwclient.Site, titles: str = titles) -> dict[str, WikiFile]:
                answer = site.post(
                    "query", prop="imageinfo", iiprop="sha1|user", titles=titles, assertuser=site.username
                )["query"]
                return {
                    str(page["title"]).partition(":")[2]: _wiki_file(page, site.username)
                    for page in answer["pages"].values()
                    if "imageinfo" in page
                }

            found |= self._once_more(ask)
        return found

    def upload(self, name: str, content: bytes, description: str, summary: str) -> None:
        def ask(site: mwclient.Site) -> None:
            # mwclient's own upload asks for the page first, and for the wiki's version, which it has not.
            answer = json.loads(
                site.raw_call(
                    "api",
                    {
                        "action": "upload", "format": "json", "filename": name, "comment": summary[:MAX_SUMMARY],
                        "text": normalise_text(description), "ignorewarnings": "1", "watchlist": "nochange",
                        "assert": "bot", "assertuser": site.username, "maxlag": str(MAX_LAG),
                        "token": site.get_token("csrf"),
                    },
                    files={"file": ("picture.svg", content, "image/svg+xml")},
                    retry_on_error=False,
                )
            )  # fmt: skip
            error = answer.get("error")
            if error and error["code"] == ALREADY_THERE:
                return
            if error:
                raise errors.APIError(error["code"], error["info"], None)
            if answer["upload"]["result"] != "Success":
                raise Rejected(f"the wiki did not take the file: {str(answer['upload']['result'])[:200]}")

        self._once_more(ask)

    def show_links_to(self, made: Sequence[str], likely: Sequence[str]) -> None:
        """Purge pages that link to those in `made`, and the `likely` ones, whose links the wiki may not know yet."""
        for start in range(0, len(likely), MAX_TITLES):
            self._purge(titles="|".join(likely[start : start + MAX_TITLES]))
        more: dict[str, str] = {}
        for _ in range(MAX_LINKING // LINKING_AT_ONCE):
            more = self._purge(generator="linkshere", titles="|".join(made), glhlimit=str(LINKING_AT_ONCE), **more)
            if not more:
                return

    def _purge(self, **what: str) -> dict[str, str]:
        """Purge pages. Return the parameters for purging the rest, or an empty dictionary if there is no rest."""

        def ask(site: mwclient.Site) -> dict[str, str]:
            answer = site.post("purge", assertuser=site.username, maxlag=str(MAX_LAG), **what)
            left = [page for page in answer.get("purge", []) if not {"purged", "missing", "invalid"} & page.keys()]
            if left:
                # The wiki reports this limit only as a warning, with a success status.
                raise Retryable("the wiki takes no more purges for the moment", MIN_WAIT)
            return {name: str(value) for name, value in answer.get("continue", {}).items()}

        return self._once_more(ask)

    def changes(self, seen: dict[str, Any]) -> WikiChanges:
        """Return recent changes, by one request unless there are very many. All instants are from the wiki's own clock.

        The newest change seen before is requested once more, to detect a restored wiki, which does not have it. Some
        changes are listed late, so those of the last minutes are requested again and returned if they were not before.

        After more than MAX_CHANGES, the next call continues at the row where this one ended, not at its second, because
        a single second may contain more changes than one call requests.
        """
        try:
            return self._changes(seen)
        except Rejected:
            if "more" not in seen:
                raise
            # The wiki no longer knows this position to continue from.
            return self._changes({name: value for name, value in seen.items() if name != "more"})

    def _changes(self, seen: dict[str, Any]) -> WikiChanges:
        asked = {"rcdir": "newer", "rclimit": str(CHANGES_AT_ONCE)} if seen else {"rcdir": "older", "rclimit": "1"}
        if seen:
            asked["rcstart"] = _stamp(datetime.fromisoformat(seen["at"]) - LISTED_LATE)
        rows: list[dict[str, Any]] = []
        more: dict[str, str] = seen.get("more", {})
        goes_on = bool(more)
        for _ in range(MAX_CHANGES // CHANGES_AT_ONCE):
            answer = self._once_more(lambda site, more=more: _ask_for_changes(site, asked | more))  # type: ignore[misc]
            rows += answer["query"]["recentchanges"]
            more = {name: str(value) for name, value in answer.get("continue", {}).items()} if seen else {}
            if not more:
                break
        with as_delivery_errors():
            now = str(answer["curtimestamp"])
            # Rows later than now appear after the wiki's clock was put back.
            known = [row for row in rows if str(row["timestamp"]) <= now]
            at, rcid = (str(known[-1]["timestamp"]), int(known[-1]["rcid"])) if known else (now, 0)
            # The last change seen may be among rows that are not requested yet.
            is_there = (
                goes_on or bool(more) or not seen.get("rcid") or any(int(row["rcid"]) == seen["rcid"] for row in rows)
            )
            before = set(seen.get("ids", ()))
            changed = [_change(row) for row in rows if int(row["rcid"]) not in before] if seen else []
            ids = [*(seen.get("ids", ()) if goes_on or more else ()), *(int(row["rcid"]) for row in rows)][
                -MAX_REMEMBERED:
            ]
            newest: dict[str, Any] = {"at": at, "rcid": rcid, "ids": ids} | ({"more": more} if more else {})
            return WikiChanges(changed, newest, everything=not seen or not is_there)

    def check(self) -> None:
        """Check that the wiki answers, is writable, accepts the log-in, and lets the account edit.

        Raises Retryable if the wiki fails, and Fatal if it refuses the account.
        """

        def ask(site: mwclient.Site) -> None:
            answer = site.get(
                "query",
                meta="siteinfo|userinfo",
                siprop="general",
                uiprop="rights|blockinfo",
                **{"assert": "bot"},
                assertuser=site.username,
                maxlag=str(MAX_LAG),
            )["query"]
            general, account = answer["general"], answer["userinfo"]
            if "readonly" in general:
                raise Retryable(
                    f"the wiki is read-only: {' '.join(str(general.get('readonlyreason', '')).split())[:300]}",
                    MIN_WAIT,
                )
            if "blockid" in account and "blockpartial" not in account:
                raise Fatal(f"the account is blocked: {' '.join(str(account.get('blockreason', '')).split())[:300]}")
            if "edit" not in account["rights"]:
                raise Fatal("the account has no right to edit")

        with page_errors_as_retryable():
            self._once_more(ask)

    def _once_more(self, ask: Callable[[mwclient.Site], T]) -> T:
        """Make a request. Repeat it once with a new token or session if the old one has expired."""
        try:
            return self._asked(ask)
        except NewToken as trouble:
            log.info("wiki: %s", trouble.reason)
            if self._site is not None:
                self._site.tokens.clear()
        except NewSession as trouble:
            log.info("wiki: %s", trouble.reason)
            self._site = None
        try:
            return self._asked(ask)
        except NewToken as trouble:
            raise PageTrouble(trouble.reason) from None
        except NewSession as trouble:
            raise Fatal(f"{trouble.reason}; the account needs the right to edit as a bot") from None

    def _asked(self, ask: Callable[[mwclient.Site], T]) -> T:
        with page_errors_as_retryable(), as_delivery_errors():  # no page has been named yet
            site = self._logged_in()
        with as_delivery_errors():
            return ask(site)

    def _logged_in(self) -> mwclient.Site:
        if self._site is None:
            if not self._user or not self._password:
                raise Fatal("the account and its password are not set")
            site = mwclient.Site(
                self.host,
                path=self.path,
                scheme=self.scheme,
                max_retries=0,
                retry_timeout=0,
                do_init=False,
                clients_useragent=user_agent(),
                connection_options={"timeout": SECONDS_TO_ANSWER},
            )
            for scheme in ("http://", "https://"):
                site.connection.mount(scheme, InTime(SECONDS_TO_ANSWER))
            site.login(self._user, self._password)
            if not site.logged_in:
                raise Fatal("the wiki refused the login")
            self._site = site
        return self._site


def _page_text(revision: dict[str, Any], account: str) -> PageText:
    """Convert a revision of the API. Raises PageTrouble if its text is hidden. The author may be missing."""
    slot = revision["slots"]["main"]
    if "*" not in slot:
        raise PageTrouble("the wiki has hidden the text of the page's newest revision")
    author = str(revision.get("user", ""))
    return PageText(
        slot["*"],
        int(revision["revid"]),
        author,
        str(revision.get("comment", "")),
        by_us=bool(author) and author == account,
    )


def _wiki_file(page: dict[str, Any], account: str) -> WikiFile:
    """Convert a file of the API. One from a repository of several wikis is not ours. Its uploader may be hidden."""
    (version,) = page["imageinfo"]
    by_us = page.get("imagerepository") == "local" and version.get("user") == account
    return WikiFile(str(version.get("sha1", "")), by_us)


def _ask_for_changes(site: mwclient.Site, asked: dict[str, str]) -> dict[str, Any]:
    # No `rcshow`: changes that bots and our own account make by hand count as well.
    answer: dict[str, Any] = site.get(
        "query",
        list="recentchanges",
        rcprop="title|ids|timestamp|loginfo",
        rctype="edit|new|log",
        curtimestamp="1",
        assertuser=site.username,
        maxlag=str(MAX_LAG),
        **asked,
    )
    answer["query"]["recentchanges"], answer["curtimestamp"]
    return answer


def _change(row: dict[str, Any]) -> WikiChange:
    """Convert a row of the recent changes. A hidden change has no title."""
    target = row.get("logparams", {}) or {}
    titles = [row.get("title"), target.get("target_title") if isinstance(target, dict) else None]
    return WikiChange(
        tuple(str(title) for title in titles if title), int(row.get("revid", 0)), int(row.get("old_revid", 0))
    )


def _stamp(at: datetime) -> str:
    return f"{at:%Y-%m-%dT%H:%M:%SZ}"


def _edit(site: mwclient.Site, title: str, text: str, summary: str, **more: str) -> Any:
    """Send an edit as the account, which must be a bot. Return the wiki's answer.

    Raises a DeliveryError if it is not saved.
    """
    answer = site.post(
        "edit",
        title=title,
        text=text,
        md5=hashlib.md5(text.encode(), usedforsecurity=False).hexdigest(),
        summary=summary[:MAX_SUMMARY],
        watchlist="nochange",
        **{"assert": "bot"},
        assertuser=site.username,
        maxlag=str(MAX_LAG),
        token=site.get_token("csrf"),
        **more,
    )["edit"]
    if answer["result"] != "Success":
        raise edit_failure(answer)
    return answer
