"""Players' names of any script, with blanks and apostrophes, wherever a name is a part of something."""

import json
import re
from urllib.parse import quote

import pytest
from django.core import mail
from django.test import Client

from nomic.accounts.models import Person
from nomic.accounts.name_rules import is_name
from nomic.accounts.tokens import issue_token
from nomic.cycles.history.replay import discard_fork, replay_journal
from nomic.cycles.models import Cycle, Entry
from nomic.notices.delivery.webhook_payload import content_of, message
from nomic.players.models import Player
from nomic.web.templatetags.people import as_id
from nomic.wiki.models import WikiPage
from nomic.wiki.pages.render import render_page
from nomic.wikitext.escape import inline
from tests.support.furnished_cycle import KEEPER, act, hall_with_players, propose, vote
from tests.support.proofs import proof_of, verify_draws
from tests.support.signed_in import browser_of

ADA, BEN, ZOYA, NOA = "Ada Lovelace", "Ben O'Brien", "Зоя", "נעה"
ASUKA = "明日香" * 10  # as long as a name can be, and as wide
NIRMALA, A_B = "ನಿರ್ಮಲಾ", "A. B-C_D"
NAMES = (ADA, BEN, ZOYA, NOA, ASUKA, NIRMALA, A_B)


@pytest.fixture
def hall(db: None) -> Cycle:
    """All of them play; packs were bought, opened and given, a proposal made and voted on."""
    assert all(map(is_name, NAMES))
    cycle = hall_with_players("hall", *NAMES, title="The hall", published=True)
    for name in NAMES:
        act("hall", name, "buy", offer="Already-opened Pack")
        act("hall", name, "open-pack", pack="Already-opened Pack")
    for giver, receiver in zip(NAMES, (*NAMES[1:], ADA), strict=True):
        act("hall", giver, "gift", to=receiver)
    code = propose("hall", ZOYA, f"Of {BEN} and {NOA}", f"{ASUKA} writes: {A_B}.")
    vote("hall", code, **{ADA: "for", NOA: "against", ASUKA: "unclear"})
    act("hall", KEEPER, "appoint-judge", player=NIRMALA, reason="elected")
    act("hall", ADA, "advance-clock", to_next_phase=True)
    cycle.refresh_from_db()
    return cycle


def test_every_page_stands_for_every_name(hall: Cycle) -> None:
    """Each player's own page and all others, seen by each; the tab of one's own page is the current one."""
    pages = ("", "players/", "proposals/", "proposals/1/", "journal/", "chance/", "wiki/", "act/gift/", "croupier/")
    for name in NAMES:
        client = browser_of(name)
        own = f"/c/hall/players/{quote(name, safe=chr(39))}/"
        html = client.get(own).content.decode()
        assert re.search(r'href="[^"]*/players/[^"/]+/" aria-current="page">(Inventory|You)<', html), name
        assert html.count("aria-current") == 1
        for page in pages:
            assert client.get(f"/c/hall/{page}").status_code == 200, (name, page)
        for link in set(re.findall(r'href="(/c/hall/players/[^"]+)"', client.get("/c/hall/players/").content.decode())):
            assert client.get(link.replace("&#x27;", "'")).status_code == 200, link


def test_a_name_in_an_address_may_be_written_apart(hall: Cycle) -> None:
    """A letter and its mark as two characters, as some systems send them, is the same name; others are nobody's."""
    Player.objects.filter(name=ZOYA).update(name="Zoé")
    client = browser_of(ADA)
    assert client.get(f"/c/hall/players/{quote('Zoe' + chr(0x301))}/").status_code == 200
    for odd in ("Nobody here", "a" * 31, "%00", "%ff", "%E2%80%AE", "..%2f"):
        assert client.get(f"/c/hall/players/{odd}/").status_code == 404


def test_the_api_reads_and_takes_them(hall: Cycle) -> None:
    """A player's inventory by name; an act that names one, with other capitals and in another spelling."""
    _, secret = issue_token(Person.objects.get(username=ASUKA), "bot")
    bot = Client(HTTP_AUTHORIZATION=f"Bearer {secret}")
    listed = [row["name"] for row in bot.get("/api/v1/cycles/hall/players/").json()["items"]]
    assert sorted(listed) == sorted(NAMES)
    for name in NAMES:
        assert bot.get(f"/api/v1/cycles/hall/players/{quote(name)}/inventory/").json()["player"]["name"] == name
    for typed, meant in (("ada  LOVELACE", ADA), ("BEN O’BRIEN", BEN), ("зОЯ", ZOYA)):
        act("hall", ADA, "advance-clock", to_next_phase=True)
        act("hall", ADA, "advance-clock", to_next_phase=True)
        sent = bot.post("/api/v1/cycles/hall/actions/gift/", json.dumps({"to": typed}), "application/json")
        assert sent.status_code == 201, sent.content
        assert any(
            said.startswith(f"{meant} gains ") for said in Entry.objects.filter(action="gift").latest("seq").words
        )


@pytest.mark.chained
def test_the_journal_is_searched_by_them_replayed_and_proved(hall: Cycle) -> None:
    """Replaying gives the same state; script and chain agree."""
    for name in NAMES:
        html = browser_of(ADA).get("/c/hall/journal/", {"actor": f" {name}"}).content.decode()
        found = {int(seq) for seq in re.findall(r'<li [^>]*data-seq="(\d+)"', html)}
        assert found == {entry.seq for entry in Entry.objects.filter(cycle=hall, actor=name)} != set()
    outcome = replay_journal(Cycle.objects.get(pk=hall.pk))
    assert outcome.same, outcome.difference
    discard_fork(outcome.fork)
    assert verify_draws.verify(json.loads(json.dumps(proof_of(Cycle.objects.get(pk=hall.pk))))).failures == []


def test_the_wikis_pages_hold_them(hall: Cycle) -> None:
    """As words: what could be markup in a name is none."""
    texts = "".join(str(render_page(page)) for page in WikiPage.objects.filter(cycle=hall))
    for name in NAMES:
        assert inline(name) in texts, name


def test_webhooks_and_mails_hold_them() -> None:
    """Nothing in a name formats a message, and a mail greets by it."""
    assert message(f"{A_B} and {ZOYA} wait.", "") == "A. B-C\\_D and Зоя wait."
    assert content_of([ASUKA] * 200).endswith("…")
    mail.EmailMessage("s", f"Hello {NOA}", to=["a@example.org"]).message().as_bytes()


@pytest.mark.parametrize(("name", "id_"), [(ADA, "Ada:Lovelace"), ("O'Br'ien", "O’Br’ien"), (ZOYA, ZOYA)])
def test_a_name_is_a_part_of_an_id(name: str, id_: str) -> None:
    """Without blanks, and without the quotes over which htmx would stumble."""
    assert as_id(name) == id_
