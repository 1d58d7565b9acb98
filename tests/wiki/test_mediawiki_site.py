"""Reading and saving on a real MediaWiki, and everything that can go wrong there."""

import logging
import sqlite3
from collections.abc import Callable
from typing import Any

import pytest

from nomic.outbox.delivery_errors import Fatal, Rejected, Retryable
from nomic.wiki.sites import mediawiki_site
from nomic.wiki.sites.local_mediawiki import LocalWiki, free_port
from nomic.wiki.sites.mediawiki_site import MediaWikiSite
from nomic.wiki.sites.site import Conflict, PageText, PageTrouble, Saved
from tests.wiki.conftest import Someone

pytestmark = pytest.mark.wiki


def test_a_page_is_made_read_and_changed(site: MediaWikiSite, reader: Someone, title: str) -> None:
    """A new page, a second revision on top of the first, each by the bot, marked as a bot's edit."""
    assert site.read(title) is None
    first = site.save(title, "one", None, "Gamestate after entry 1")
    second = site.save(title, "two", first.revid, "Gamestate after entry 2")
    assert site.read(title) == PageText("two", second.revid)
    assert not first.merged
    assert not second.merged
    assert [(entry["user"], entry["comment"]) for entry in reader.revisions(title)] == [
        ("Nomic", "Gamestate after entry 2"),
        ("Nomic", "Gamestate after entry 1"),
    ]
    changes = reader.api(action="query", list="recentchanges", rctitle=title, rcprop="flags", rcshow="bot")
    assert len(changes["query"]["recentchanges"]) == 2


def test_an_edit_that_was_not_seen_is_not_overwritten(site: MediaWikiSite, reader: Someone, title: str) -> None:
    """Somebody edited since the revision the save builds on, even within the same second."""
    first = site.save(title, "one\n\ntwo", None, "x")
    reader.edit(title, "a person's words")
    with pytest.raises(Conflict):
        site.save(title, "three", first.revid, "x")
    assert reader.read(title) == "a person's words"


def test_an_own_edit_from_elsewhere_is_not_overwritten(site: MediaWikiSite, mediawiki: LocalWiki, title: str) -> None:
    """Not even one of the same account in another session."""
    first = site.save(title, "one", None, "x")
    MediaWikiSite(mediawiki.url, mediawiki.user, mediawiki.password).save(title, "elsewhere", first.revid, "x")
    with pytest.raises(Conflict):
        site.save(title, "two", first.revid, "x")


def test_a_merge_is_told(site: MediaWikiSite, reader: Someone, title: str) -> None:
    """Edits of different lines are merged by the wiki without a word; the answer says that it happened."""
    first = site.save(title, "one\n\n\ntwo\n\n\nthree", None, "x")
    reader.edit(title, "people's one\n\n\ntwo\n\n\nthree")
    saved = site.save(title, "one\n\n\ntwo\n\n\nour three", first.revid, "x")
    assert saved.merged
    assert reader.read(title) == "people's one\n\n\ntwo\n\n\nour three"


def test_a_page_that_came_meanwhile_is_not_overwritten(site: MediaWikiSite, reader: Someone, title: str) -> None:
    """Somebody made the page between reading and saving."""
    reader.edit(title, "a person's words")
    with pytest.raises(Conflict, match="articleexists"):
        site.save(title, "ours", None, "x")


def test_a_deleted_page_is_not_made_again(site: MediaWikiSite, wiki_admin: Someone, title: str) -> None:
    """Somebody deleted the page between reading and saving."""
    first = site.save(title, "one", None, "x")
    wiki_admin.do("delete", title=title)
    with pytest.raises(Conflict):
        site.save(title, "two", first.revid, "x")
    assert site.read(title) is None


def test_saving_the_same_text_again_changes_nothing(site: MediaWikiSite, reader: Someone, title: str) -> None:
    """A save whose answer was lost can be sent again."""
    first = site.save(title, "one", None, "x")
    assert site.save(title, "one", first.revid, "x") == Saved(first.revid, merged=True)
    assert len(reader.revisions(title)) == 1


@pytest.mark.parametrize(
    ("settings", "trouble", "says"),
    [
        ({"wgReadOnly": "the disk is full"}, Retryable, "readonly"),
        (
            {"wgRateLimits": {"edit": {"&can-bypass": False, "user": [0, 60], "newbie": [0, 60]}}},
            Retryable,
            "ratelimited",
        ),
        ({"wgMaxArticleSize": 0}, Rejected, "contenttoobig"),
        ({"wgSpamRegex": ["/forbidden/"]}, Rejected, "spam"),
        ({"wgNamespaceProtection": [["editinterface"]]}, Rejected, "protectednamespace"),
        ({"wgRevokePermissions": {"bot": {"edit": True}}}, PageTrouble, "permissiondenied|noedit"),
        ({"wgRevokePermissions": {"bot": {"bot": True}}}, Fatal, "assertbotfailed"),
        (
            {
                "wgCaptchaTriggers": {"edit": True, "create": True},
                "wgRevokePermissions": {"bot": {"skipcaptcha": True}},
                "wgGroupPermissions": {"bot": {"skipcaptcha": False}, "sysop": {"skipcaptcha": False}},
            },
            PageTrouble,
            "captcha",
        ),
    ],
    ids=["read-only", "rate limit", "too big", "spam", "protected namespace", "no right", "no bot", "captcha"],
)  # fmt: skip
def test_what_the_wiki_does_not_want(
    mediawiki: LocalWiki, reader: Someone, title: str, settings: dict[str, Any], trouble: type[Exception], says: str
) -> None:
    """Each refusal comes as what is to be done about it, with the wiki's word for it; nothing is saved."""
    mediawiki.switch(settings=settings)
    site = MediaWikiSite(mediawiki.url, mediawiki.user, mediawiki.password)
    with pytest.raises(trouble, match=says):
        site.save(title, "forbidden words", None, "x")
    assert reader.revisions(title) == []


def test_a_protected_page_is_refused(site: MediaWikiSite, wiki_admin: Someone, title: str) -> None:
    """A page that only admins of the wiki may edit cannot be saved."""
    first = site.save(title, "one", None, "x")
    wiki_admin.do("protect", title=title, protections="edit=sysop")
    with pytest.raises(Rejected, match="protectedpage"):
        site.save(title, "two", first.revid, "x")


def test_a_salted_title_is_refused(site: MediaWikiSite, wiki_admin: Someone, title: str) -> None:
    """A title that nobody may create cannot be saved."""
    wiki_admin.do("protect", title=title, protections="create=sysop")
    with pytest.raises(Rejected, match=r"protectedtitle|protectedpage"):
        site.save(title, "one", None, "x")


def test_an_impossible_title_is_refused(site: MediaWikiSite) -> None:
    """Titles are our own; one that the wiki cannot have is a mistake of ours."""
    with pytest.raises(Rejected, match="does not accept a page"):
        site.read("A<b>")


def test_the_abuse_filter_is_obeyed(site: MediaWikiSite, mediawiki: LocalWiki, title: str) -> None:
    """An edit that a filter stops, or warns of, is never sent again blindly: a second try passes a warning."""
    with pytest.raises(Rejected, match=r"abusefilter-disallowed|hookaborted"):
        _with_filter(mediawiki, "disallow", lambda: site.save(title, "abusive words", None, "x"))
    with pytest.raises(Rejected, match="abusefilter-warning"):
        _with_filter(mediawiki, "warn", lambda: site.save(title, "abusive words", None, "x"))
    assert site.read(title) is None


def _with_filter(mediawiki: LocalWiki, consequence: str, do: Callable[[], object]) -> None:
    """Do something while a filter is in force; filters have no maintenance script."""
    database = sqlite3.connect(mediawiki.folder / "data" / "wiki.sqlite", timeout=10)
    columns = {row[1] for row in database.execute("PRAGMA table_info(abuse_filter)")}
    # MediaWiki 1.43 has an actor where 1.39 has a user and their name.
    made_by, maker = ("af_actor", "1") if "af_actor" in columns else ("af_user_text, af_user", "'Admin', 1")
    with database:
        database.execute(
            f"INSERT INTO abuse_filter (af_pattern, {made_by}, af_timestamp, af_enabled, af_comments,"
            " af_public_comments, af_hidden, af_hit_count, af_throttled, af_deleted, af_actions, af_global, af_group)"
            f" VALUES (?, {maker}, '20260101000000', 1, '', 'test', 0, 0, 0, 0, ?, 0, 'default')",
            ("added_lines rlike 'abusive'", consequence),
        )
        number = database.execute("SELECT max(af_id) FROM abuse_filter").fetchone()[0]
        database.execute(
            "INSERT INTO abuse_filter_action (afa_filter, afa_consequence, afa_parameters) VALUES (?, ?, '')",
            (number, consequence),
        )
    try:
        do()
    finally:
        with database:
            database.execute("DELETE FROM abuse_filter WHERE af_id = ?", (number,))
            database.execute("DELETE FROM abuse_filter_action WHERE afa_filter = ?", (number,))
        database.close()


@pytest.mark.parametrize(
    ("settings", "trouble", "says"),
    [
        ({"wgReadOnly": "the disk is full"}, Retryable, "the disk is full"),
        ({"wgRevokePermissions": {"bot": {"edit": True}, "user": {"edit": True}}}, Fatal, "no right to edit"),
        ({"wgMaxArticleSize": 0}, None, ""),
        ({"wgSpamRegex": ["/forbidden/"]}, None, ""),
        ({"wgNamespaceProtection": [["editinterface"]]}, None, ""),
    ],
    ids=["read-only", "no right", "too big", "spam", "protected namespace"],
)
def test_the_wiki_is_asked_of_itself(
    mediawiki: LocalWiki, settings: dict[str, Any], trouble: type[Exception] | None, says: str
) -> None:
    """It tells what would keep every page from being saved, and nothing of what concerns one of them."""
    site = MediaWikiSite(mediawiki.url, mediawiki.user, mediawiki.password)
    site.check()
    mediawiki.switch(settings=settings)
    if trouble is None:
        site.check()
    else:
        with pytest.raises(trouble, match=says):
            site.check()


def test_an_account_blocked_on_a_page_is_not_blocked_on_the_wiki(
    mediawiki: LocalWiki, wiki_admin: Someone, title: str
) -> None:
    """Both refuse the page; asked of itself, the wiki tells which it is."""
    site = MediaWikiSite(mediawiki.url, mediawiki.user, mediawiki.password)
    first = site.save(title, "one", None, "x")
    wiki_admin.do("block", user="Nomic", reason="this page", partial="1", pagerestrictions=title, allowusertalk="1")
    try:
        with pytest.raises(PageTrouble, match="blocked"):
            site.save(title, "two", first.revid, "x")
        site.check()
        site.save(f"{title} elsewhere", "one", None, "x")
        wiki_admin.do("block", user="Nomic", reason="too many edits", reblock="1")
        with pytest.raises(PageTrouble, match="blocked"):
            site.save(title, "two", first.revid, "x")
        with pytest.raises(Fatal, match="blocked"):
            site.check()
    finally:
        wiki_admin.do("unblock", user="Nomic")


@pytest.mark.parametrize(("user", "password"), [(None, "wrong" * 8), ("Nobody@publisher", None), ("", ""), (None, "")])
def test_a_wrong_password_stops_publishing(mediawiki: LocalWiki, user: str | None, password: str | None) -> None:
    """Nobody is let in: nothing is edited without being logged in either."""
    site = MediaWikiSite(
        mediawiki.url,
        mediawiki.user if user is None else user,
        mediawiki.password if password is None else password,
    )
    with pytest.raises(Fatal):
        site.read("Main Page")


def test_a_bad_token_is_replaced_once(site: MediaWikiSite, title: str) -> None:
    """The wiki forgot its token: a new one is asked for."""
    site.read(title)
    assert site._site is not None
    site._site.tokens["csrf"] = "0123456789abcdef+\\"
    assert site.save(title, "one", None, "x").revid


def test_a_lost_session_is_renewed_once(site: MediaWikiSite, reader: Someone, title: str) -> None:
    """The wiki forgot who we are: we log in again, and never edit as nobody."""
    site.read(title)
    assert site._site is not None
    site._site.connection.cookies.clear()
    site._site.tokens.clear()
    assert site.save(title, "one", None, "x").revid
    assert [entry["user"] for entry in reader.revisions(title)] == ["Nomic"]


@pytest.mark.parametrize(
    ("answer", "seconds"),
    [
        ({"status": 500, "body": "Internal error"}, 60),
        ({"status": 502, "body": "<html>Bad gateway</html>"}, 60),
        ({"status": 503, "body": "", "headers": {"Retry-After": "900"}}, 900),
        ({"status": 503, "body": "", "headers": {"X-Database-Lag": "7"}}, 60),
        ({"status": 200, "body": "{}", "headers": {"X-Database-Lag": "7", "Retry-After": "5"}}, 60),
        ({"status": 429, "body": "slow down", "headers": {"Retry-After": "120"}}, 120),
        ({"status": 403, "body": "no robots"}, 60),
        ({"status": 404, "body": "moved house"}, 60),
        ({"status": 200, "body": "<html>We are being maintained</html>"}, 60),
        ({"status": 200, "body": ""}, 60),
        ({"status": 200, "body": "{"}, 60),
        ({"status": 200, "body": "null"}, 60),
        ({"status": 200, "body": "[]"}, 60),
        ({"status": 200, "body": "{}"}, 60),
        ({"status": 200, "body": '{"edit": {}, "query": {}}'}, 60),
        ({"status": 200, "body": '{"error": {"code": "maxlag", "info": "lagging", "lag": 7}}'}, 60),
        ({"status": 200, "body": '{"error": {"code": "internal_api_error_DBQueryError", "info": "x"}}'}, 60),
        ({"status": 200, "body": '{"error": {"code": "internal_api_error_Error", "info": "x"}}'}, 60),
    ],
)
def test_an_outage_is_waited_out(
    site: MediaWikiSite, mediawiki: LocalWiki, title: str, answer: dict[str, Any], seconds: int
) -> None:
    """Whatever a broken wiki, or a server in front of it, answers: try later, at least a minute.

    Before anybody is logged in, and where the wiki says so, all pages; while reading or saving, this page. Asked of
    itself, it is the wiki where it gives this answer to everything. Afterwards the same session goes on.
    """
    says_so = answer["status"] == 429
    for when, expected in ((None, Retryable), ("query", PageTrouble), ("edit", PageTrouble)):
        mediawiki.switch(answer={**answer, **({"action": when} if when else {})})
        with pytest.raises(Retryable if says_so or "maxlag" in answer["body"] else expected) as trouble:
            site.save(title, "one", None, "x") if when != "query" else site.read(title)
        assert trouble.value.seconds == seconds
        if when == "edit":
            site.check()
        else:
            with pytest.raises(Retryable) as of_all:
                site.check()
            assert of_all.value.seconds == seconds
        mediawiki.switch()
        assert site.read(title) is None
    assert site.save(title, "one", None, "x").revid


def test_a_slow_wiki_is_not_waited_for_forever(
    site: MediaWikiSite, mediawiki: LocalWiki, title: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After the time that an answer may take: try later."""
    monkeypatch.setattr(mediawiki_site, "SECONDS_TO_ANSWER", 0.5)
    site.read(title)
    mediawiki.switch(answer={"action": "edit", "delay": 2})
    with pytest.raises(PageTrouble, match="did not answer in time"):
        site.save(title, "one", None, "x")


def test_nobody_there() -> None:
    """A wiki whose server does not run."""
    with pytest.raises(Retryable, match="does not answer"):
        MediaWikiSite(f"http://127.0.0.1:{free_port()}/w/", "a@b", "secret").read("Main Page")


@pytest.mark.parametrize("after", [{"body": "<html>"}, {"body": ""}, {"keep": 20}])
def test_a_lost_answer_does_not_mean_that_nothing_was_saved(
    site: MediaWikiSite, mediawiki: LocalWiki, title: str, after: dict[str, Any]
) -> None:
    """The save happened, its answer got lost: reading shows it, and sending it again changes nothing."""
    site.read(title)
    mediawiki.switch(after={"action": "edit", **after})
    with pytest.raises(PageTrouble):
        site.save(title, "one", None, "x")
    mediawiki.switch()
    found = site.read(title)
    assert found is not None
    assert found.text == "one"
    assert site.save(title, "one", found.revid, "x") == Saved(found.revid, merged=True)


def test_no_secret_is_ever_told(mediawiki: LocalWiki, caplog: pytest.LogCaptureFixture) -> None:
    """Neither an exception nor a log holds the password, whatever goes wrong while it is being sent."""
    caplog.set_level(logging.DEBUG)
    told = ""
    for answer in (
        {"status": 500, "body": "x"},
        {"status": 200, "body": "x"},
        {"status": 503, "body": "", "headers": {"X-Database-Lag": "7", "Retry-After": "1"}},
        {"status": 200, "body": '{"error": {"code": "internal_api_error_DBQueryError", "info": "x"}}'},
        {"status": 200, "body": '{"login": {"result": "Failed", "reason": "no"}}'},
        {"status": 200, "body": '{"login": {"result": "Throttled", "reason": "no", "wait": 1}}'},
    ):
        mediawiki.switch(answer={"action": "login", **answer})
        site = MediaWikiSite(mediawiki.url, mediawiki.user, mediawiki.password)
        with pytest.raises((Retryable, Fatal)) as trouble:
            site.read("Main Page")
        assert trouble.value.__cause__ is None
        assert trouble.value.__suppress_context__
        told += repr(trouble.value) + str(trouble.value) + repr(site)
    assert mediawiki.password not in told + caplog.text


@pytest.mark.parametrize(
    "url", ["https://wiki.example/w/", "https://wiki.example/w/api.php", "https://wiki.example/w", "wiki.example/w/"]
)
def test_the_address_may_be_given_in_several_ways(url: str) -> None:
    """The folder of api.php, or api.php itself."""
    site = MediaWikiSite(url, "a@b", "x")
    assert (site.scheme, site.host, site.path) == ("https", "wiki.example", "/w/")
    assert site.page_url("Cycle 16/Proposal 3") == "https://wiki.example/w/index.php?title=Cycle_16/Proposal_3"


def test_wrong_passwords_keep_nobody_else_out(mediawiki: LocalWiki, title: str) -> None:
    """Here everybody has the same address. ConfirmEdit would answer each later log-in like a wrong password."""
    for _ in range(4):
        with pytest.raises(Fatal):
            MediaWikiSite(mediawiki.url, mediawiki.user, "w" * 32).check()
    mediawiki.run("createAndPromote.php", f"Cleo {title}", "a long password of Cleo's")
    Someone(mediawiki).log_in(f"Cleo {title}", "a long password of Cleo's")
