"""The journal as a story: days, and one row for what belongs together. No entry is lost in it."""

from datetime import date, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.db import connection
from django.test import Client

from nomic.cycles.models import Entry
from nomic.matches.models import Match
from nomic.web.recaps.journal_rows import Row, days_of, latest_rows, rows_of
from nomic.web.rendering.times.timestamps import day_in_words
from nomic.web.templatetags.visitor import story_words
from tests.support.counted_queries import CountedQueries
from tests.support.hall import START, Hall, OpenCycle
from tests.support.signed_in import browser_of

UTC = ZoneInfo("UTC")


def entry(seq: int, actor: str, action: str, *events: dict[str, Any], **more: Any) -> Entry:
    """An entry that is not stored; each is a minute later than the one before."""
    kind = "person" if actor else "system"
    more = {"at": START + timedelta(minutes=seq), "key": f"{seq:032x}", "words": [f"{actor} {action}."]} | more
    return Entry(seq=seq, actor=actor, actor_kind=kind, action=action, events=list(events), **more)


def voted(seq: int, actor: str, number: int) -> Entry:
    return entry(seq, actor, "vote", {"kind": "voted", "proposal": "x", "number": number, "vote": "for"})


def rows(cast: Hall, *entries: Entry) -> list[Row]:
    return rows_of(cast.read_context(""), sorted(entries, key=lambda each: -each.seq))


def test_votes_on_a_proposal_are_one_row(cast: Hall) -> None:
    """At the place of the newest, whoever acted between; another proposal's are another row, and one vote is itself."""
    found = rows(cast, voted(1, "ada", 3), voted(2, "bob", 4), entry(3, "eve", "gift"), voted(4, "bob", 3))
    assert [row.headline for row in found] == ["ada and bob vote on proposal 3.", "", ""]
    assert [[each.seq for each in row.entries] for row in found] == [[4, 1], [3], [2]]
    assert found[0].faces == ["ada", "bob"]
    assert [len(row.folded) for row in found] == [2, 0, 0]


def test_votes_of_bots_are_counted_each(cast: Hall) -> None:
    bots = entry(1, "", "bots-vote", *[{"kind": "voted", "proposal": "x", "number": 3, "vote": "for"}] * 2)
    assert rows(cast, bots, voted(2, "ada", 3))[0].headline == "ada and 2 bots vote on proposal 3."
    headline = rows(cast, bots, voted(2, "ada", 3), voted(3, "bob", 3))[0].headline
    assert headline == "ada, bob and 2 bots vote on proposal 3."


def test_candidates_of_an_election_are_one_row(cast: Hall) -> None:
    stood = [entry(place, name, "stand-for-judge") for place, name in enumerate(("ada", "bob"), 1)]
    assert rows(cast, *stood)[0].headline == "ada and bob stand for Judge."
    again = entry(3, "ada", "stand-for-judge")
    assert rows(cast, *stood, again)[0].headline == "Stand for Judge, 3 times: ada and bob."


def test_who_is_called_as_an_item_reads_of_the_item(open_cycle: OpenCycle) -> None:
    """“Ben gains 1 Chip.” is never “Ben gains 1 you.”, on whichever page."""
    hall = open_cycle(joined=("Chip", "ben"))
    hall.grant("ben", "Chip", 1)
    for page in ("journal/", ""):
        text = browser_of("Chip").get(f"/c/{hall.slug}/{page}").content.decode()
        assert "1 Chip" in text
        assert "1 you" not in text


def test_a_match_is_one_row_with_its_result(cast: Hall) -> None:
    """And the title of the match, which leads to it."""
    Match.objects.create(
        cycle=cast.cycle,
        code="aaaa1111",
        game="exoptosis",
        title="The duel",
        setup_revision=0,
        revision=0,
        state=b"",
        opened_at=START,
        opened_seq=1,
        started_seq=1,
    )
    opened, over = {"kind": "match-opened", "match": "aaaa1111"}, {"kind": "match-over", "match": "aaaa1111"}
    accepted, moved = ({**opened, "kind": "match-step", "step": step} for step in ("happening", "move"))
    asked = entry(1, "ada", "request-duel", opened), entry(2, "bob", "accept-duel", accepted)
    assert [(row.title, row.headline) for row in rows(cast, *asked)] == [("The duel", "")], "no move yet"
    first = *asked, entry(3, "bob", "move", moved)
    assert [(row.title, row.headline) for row in rows(cast, *first)] == [("The duel", "bob made 1 move.")]
    both = entry(1, "ada", "move", moved), entry(2, "bob", "move", {**moved, "step": "order"})
    assert [row.headline for row in rows(cast, *both)] == ["ada and bob made 2 moves."]
    alone = entry(1, "ada", "move", moved), entry(2, "ada", "move", moved)
    assert [row.headline for row in rows(cast, *alone)] == ["ada made 2 moves."]
    bots = entry(1, "", "bot-move", moved), entry(2, "", "bot-move", moved)
    assert [row.headline for row in rows(cast, *bots)] == ["The bots made 2 moves."]
    won = entry(3, "bob", "move", {**over, "winners": ["bob"]})
    assert [(row.headline, row.faces) for row in rows(cast, *first, won)] == [("bob won.", ["bob"])]
    off = entry(3, "", "clock-expired", {**over, "winners": []})
    assert [row.headline for row in rows(cast, *first, off)] == ["It ended without a winner."]


def test_what_follows_by_rule_is_in_the_row_of_the_act(cast: Hall) -> None:
    """Even if it follows from what followed; without its cause on the page it is a row of its own."""
    joined = entry(1, "ada", "join", {"kind": "joined", "player": "ada"})
    reputable = entry(2, "", "become-reputable", {"kind": "became-reputable"}, args={"player": "ada"}, at=joined.at)
    granted = entry(3, "", "act-by-rule", args={"clause": "x", "entry": reputable.key})
    assert [[each.seq for each in row.entries] for row in rows(cast, joined, reputable, granted)] == [[3, 2, 1]]
    assert rows(cast, joined, reputable, granted)[0].own is joined
    assert [row.entries for row in rows(cast, granted)] == [(granted,)]


def test_what_one_does_in_succession_is_one_row(cast: Hall) -> None:
    """The oldest first; what another does, or what is important, ends it. No entry is lost, and none is too many."""
    acts = [entry(seq, "ada", action) for seq, action in enumerate(("buy", "open", "gift"), 1)]
    (row,) = rows(cast, *acts)
    assert ([each.seq for each in row.told], [each.seq for each in row.folded]) == ([1, 2, 3], [3, 2, 1])
    assert row.own is None
    between = entry(4, "bob", "buy"), entry(5, "ada", "buy"), entry(6, "ada", "submit", {"kind": "proposal-submitted"})
    found = rows(cast, *acts, *between)
    assert [(row.kind, row.since, len(row.told)) for row in found] == [
        ("proposal", 6, 0),
        ("entry", 5, 0),
        ("entry", 4, 0),
        ("entry", 1, 3),
    ]
    many = rows(cast, *(entry(seq, "ada", "buy") for seq in range(1, 8)))
    assert [len(row.told) for row in many] == [4, 3]


def test_players_who_join_in_succession_are_one_row(cast: Hall) -> None:
    """With what followed from it by rule."""
    joined = [
        entry(2 * n, name, "join", {"kind": "joined", "player": name}) for n, name in enumerate(("ada", "bob"), 1)
    ]
    reputable = [
        entry(
            each.seq + 1, "", "become-reputable", {"kind": "became-reputable"}, args={"player": each.actor}, at=each.at
        )
        for each in joined
    ]
    (row,) = rows(cast, *joined, reputable[1])
    assert (row.headline, row.faces, len(row.folded)) == ("ada and bob join the game.", ["ada", "bob"], 3)
    (row,) = rows(cast, *joined, *reputable)
    assert len(row.folded) == 4


def test_who_is_reputable_at_once_has_one_row_with_joining(cast: Hall) -> None:
    """Also if a rule has acted between; not a week later."""
    joined = entry(1, "ada", "join", {"kind": "joined", "player": "ada"})
    gift = entry(2, "", "act-by-rule", args={"entry": joined.key}, at=joined.at)
    reputable = entry(3, "", "become-reputable", {"kind": "became-reputable"}, args={"player": "ada"}, at=joined.at)
    (row,) = rows(cast, joined, gift, reputable)
    assert (row.own, len(row.folded)) == (joined, 2)
    reputable.at += timedelta(days=7)
    assert len(rows(cast, joined, gift, reputable)) == 2


def test_bots_that_somebody_seats_join_with_the_others(cast: Hall) -> None:
    """They are counted, and whoever seats them does not join again."""
    seated = [
        entry(n, "ada", "seat-bot", {"kind": "joined", "player": name}, {"kind": "bot-seated", "bot": name})
        for n, name in enumerate(("Mira bot 1", "Rollo bot 2"), 1)
    ]
    joined = entry(3, "bob", "join", {"kind": "joined", "player": "bob"})
    (row,) = rows(cast, *seated, joined)
    assert (row.headline, row.faces) == ("bob and 2 bots join the game.", ["Mira bot 1", "Rollo bot 2", "bob"])
    (row,) = rows(cast, *seated)
    assert row.headline == "2 bots join the game."


def test_a_trade_shows_its_last_step(cast: Hall) -> None:
    offered = entry(1, "ada", "offer-trade", {"kind": "trade-offered", "number": 7})
    made = entry(2, "bob", "consent-trade", {"kind": "trade-made", "number": 7})
    (row,) = rows(cast, offered, made)
    assert (row.own, row.folded) == (made, [offered])


def test_a_day_is_one_of_the_readers_zone(cast: Hall) -> None:
    late = entry(1, "ada", "gift", at=START + timedelta(hours=23, minutes=30))
    days = [days_of(cast.read_context(""), [late], ZoneInfo(zone))[0][0] for zone in ("UTC", "Europe/Paris")]
    assert days == [date(2024, 1, 1), date(2024, 1, 2)]
    names = [day_in_words(date(*day), date(2024, 1, 2)) for day in ((2024, 1, 2), (2024, 1, 1), (2023, 12, 31))]
    assert names == ["Today", "Yesterday", "Sunday 31 December 2023"]


def test_every_entry_is_on_the_page(cast: Hall) -> None:
    """Those in a row that is folded, too; a change of the law leads to what changed."""
    number = cast.propose("ada", {"op": "replace", "path": "/cycle/title", "value": "A new title"}, title="Title")
    cast.vote(number, ada="for", bob="for")
    for _ in range(4):
        cast.next_phase()
    seqs = list(Entry.objects.filter(cycle=cast.cycle).order_by("-seq").values_list("seq", flat=True))
    html, before = "", ""
    while True:
        page = Client().get(f"/c/{cast.slug}/journal/{before}")
        html += page.content.decode()
        if page.context["older"] is None:
            break
        before = f"?before={page.context['older']}"
    assert [seq for seq in seqs if f'href="/c/{cast.slug}/journal/{seq}/"' not in html] == []
    assert f'hx-get="/c/{cast.slug}/ruleset/revisions/1/"' in html
    assert 'class="differences"' in Client().get(f"/c/{cast.slug}/ruleset/revisions/1/").content.decode()
    assert '<h2 class="day">' in html


def test_a_row_leads_to_its_first_entry_too(cast: Hall) -> None:
    """What one did in succession: who takes back the first act does not open the last one."""
    first = cast.do("ada", "buy", offer="Handy Pack")
    last = cast.do("ada", "open-pack", pack="Handy Pack")
    page = Client().get(f"/c/{cast.slug}/journal/").content.decode()
    meta = page.split('<li class="is-')[1].rpartition('<span class="meta">')[2]
    assert meta.index(f"#{first.seq}</a>") < meta.index(f"#{last.seq}</a>")


def test_the_visitor_is_you_and_nobody_else_is(cast: Hall) -> None:
    """In the journal, in the hall and on the page of the entry: the cached rows are the same for everybody."""
    seq = cast.do("ada", "leave").seq
    pages = [f"/c/{cast.slug}/journal/", f"/c/{cast.slug}/", f"/c/{cast.slug}/journal/{seq}/"]
    for page in pages:
        assert "You leave the game." in browser_of("ada").get(page).content.decode()
        assert "ada leaves the game." in browser_of("bob").get(page).content.decode()
        assert "ada leaves the game." in Client().get(page).content.decode()


def test_a_sentence_goes_on_after_a_colon(cast: Hall) -> None:
    """“By the rule “Vertebrae”: you gain …” on the pages that put the sentences of an entry in one line."""
    cast.do("ada", "leave")
    Entry.objects.filter(cycle=cast.cycle, action="leave").update(words=["By the rule “Tolls”:", "ada gains 1 Coin."])
    for page in ("journal/", ""):
        html = browser_of("ada").get(f"/c/{cast.slug}/{page}").content.decode()
        assert "By the rule “Tolls”: you gain 1 Coin." in " ".join(html.split())


def test_who_is_asked_is_said_only_if_nothing_else_happened() -> None:
    """A question that waits has its own place, and the next one of the same rule is no news."""
    asked = "By “Exploration”: ada is asked, until Tuesday 01 December, 02:17 UTC."
    assert story_words(entry(1, "ada", "explore", words=["ada explores the Hall.", asked])) == [
        "ada explores the Hall."
    ]
    assert story_words(entry(1, "ada", "explore", words=[asked])) == [asked]


def test_rows_take_one_query_however_many_matches(cast: Hall) -> None:
    ctx = cast.read_context("")
    found = [entry(n, "ada", "move", {"kind": "match-step", "match": f"code{n:04}"}) for n in range(30, 0, -1)]
    rows_of(ctx, found)
    with CountedQueries(connection) as queries:
        rows_of(ctx, found)
    assert len(queries) == 1


@pytest.mark.parametrize("most", range(1, 24))
def test_the_oldest_of_the_latest_rows_is_whole_or_left_out(cast: Hall, most: int) -> None:
    """Wherever the list ends: who joined together is named together, and no consequence comes without its act."""
    names = ("Nova", "Otto", "Pia", "Quin")
    cast.do("ada", "submit-proposal", title="Lamps", text="Light them.")
    for name in names:
        cast.do(name, "join")
    cast.do("ada", "submit-proposal", title="Rugs", text="Beat them.")
    ctx, entries = cast.read_context(""), list(Entry.objects.filter(cycle=cast.pk).order_by("-seq"))
    whole = {row.since: row for row in rows_of(ctx, entries)}
    rows = latest_rows(ctx, entries[: most + 1], most)
    assert rows
    assert [row.entries for row in rows[1:]] == [whole[row.since].entries for row in rows[1:]]
    assert latest_rows(ctx, entries, len(entries)) == list(whole.values())
