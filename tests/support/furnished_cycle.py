"""A cycle in which everything that pages can show has happened, for tests and screenshots of pages."""

import itertools
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from nomic.accounts.models import Person
from nomic.cycles.commands.perform import perform
from nomic.cycles.creation import begin_cycle, create_cycle, create_cycle_row
from nomic.cycles.domain.actor import Actor
from nomic.cycles.models import Cycle, Entry
from nomic.inventory.models import Card
from nomic.law.document.templates import document_of
from nomic.law.schema.text_types import UNFIT, clean_text
from nomic.wiki.cycle_pages import make_pages
from nomic.wiki.models import WikiPage
from tests.support.hostile_texts import EVERYTHING, HTML, WIKITEXT

LONG = "Bartholomew_the_Unhurried.1899"  # as long as a name can be
PLAYERS = ("Ada", "Ben", "Cleo", LONG)
KEEPER = "Keeper"
SPECIES = ("Joker", "Go to jail monopoly card", "7", "Ace", "Quantum", "Credit Card", "Queen", "7 of Clocks")
MODIFIERS = ("Bound", "Speedy", "Stars Seal", "Blue Coating", "Holographic", "Torn", "Hearts Insignia", "Deceitful")
PRICE = "/shop/offers/Handy Pack/costs/Vertebra"
DRESS = """\
No guest shall be turned away for their hat.

== What counts as a hat ==
* a '''hat''', as people use the word
* anything worn ''as'' a hat
** for at least an hour
** without irony
# First the hat,
# then the seat.

{| class="wikitable"
|+ Hats and seats
! Hat !! Seat
|-
| Bowler || by the window
|-
| None || wherever there is one
|}
<blockquote>The hall keeps what is left in it.</blockquote>
See [https://example.org/hats the register], or [[Hats|ask around]].
"""


def actor(name: str) -> Actor:
    """The person of that name, made when first mentioned; the KEEPER is an admin."""
    person, _ = Person.objects.get_or_create(
        username=name, defaults={"is_staff": name == KEEPER, "is_superuser": name == KEEPER}
    )
    return Actor.person(person)


def act(slug: str, name: str, action: str, **args: Any) -> Entry:
    """Somebody acts, and it is accepted."""
    return perform(slug, actor(name), action, args).entry


def propose(slug: str, name: str, title: str, text: str, *amendments: dict[str, Any]) -> str:
    """Somebody submits a proposal; its code."""
    entry = act(slug, name, "submit-proposal", title=title, text=text, amendments=list(amendments))
    return next(event["proposal"] for event in entry.events if event["kind"] == "proposal-submitted")


def vote(slug: str, proposal: str, **votes: str) -> None:
    """People vote: `vote(slug, code, Ada="for")`."""
    for name, kind in votes.items():
        act(slug, name, "vote", proposal=proposal, vote=kind)


def empty_hall(slug: str, owner: str = "Ada") -> Cycle:
    """A practice cycle that has only just begun."""
    actor(owner)
    return create_cycle("cycle-16", slug=slug, title="An empty hall", practice=True, owner_name=owner)


def hall_with_players(slug: str, *players: str, title: str = "The hall", published: bool = False) -> Cycle:
    """A practice cycle of the first of these people, in which all of them play."""
    for name in players:
        actor(name)
    cycle = create_cycle("cycle-16", slug=slug, title=title, practice=True, owner_name=players[0], published=published)
    for name in players:
        act(slug, name, "join")
    return cycle


def cycle_under(
    document: dict[str, Any],
    template: str,
    slug: str,
    *players: str,
    starts_at: datetime | None = None,
    published: bool = False,
) -> Cycle:
    """A practice cycle under a changed law of a template, in which all these people play; the clock is the first's."""
    for name in players:
        actor(name)
    now = timezone.now()
    at = starts_at or now
    with transaction.atomic():
        cycle = create_cycle_row(
            document,
            template=template,
            slug=slug,
            starts_at=at,
            clock_offset=at - now,
            practice=True,
            owner_name=players[0],
            published=published,
        )
        begin_cycle(cycle)
        make_pages(cycle)
    for name in players:
        act(slug, name, "join")
    return cycle


def hostile_hall(slug: str) -> Cycle:
    """A practice cycle whose law, proposals and journal are full of words that try to act."""
    document = document_of("cycle-16")
    html, wikitext = itertools.cycle(HTML), itertools.cycle(WIKITEXT)
    document["cycle"]["title"] = next(html)[:120]
    document["shop"]["title"] = next(html)[:120]
    for phase in document["calendar"]["phases"]:
        phase["title"] = next(html)[:60]
    for section in ("items", "cards", "modifiers"):
        for part in document[section].values():
            part["text"] = f"{next(html)} {clean_text(UNFIT.sub('', next(wikitext)))}"
    for rule in document["rules"].values():
        rule["title"] = next(html)[:120]
        rule["body"] += "\n\n" + "\n\n".join(clean_text(UNFIT.sub("", next(wikitext))) for _ in range(2))
    for rule in document["rules"].values():
        for clause in rule.get("clauses", {}).values():
            if "class" in clause:
                clause["class"] = next(html)[:60]
    cycle = cycle_under(document, "cycle-16", slug, "Ada", "Ben", published=True)
    for species in SPECIES:
        act(slug, KEEPER, "correct-grant-card", player="Ada", species=species, modifiers=["Bound"], reason=next(html))
    act(slug, "Ada", "buy", offer="Already-opened Pack")
    act(slug, "Ada", "open-pack", pack="Already-opened Pack")
    for words in HTML:
        amendment = {"op": "add", "path": "/items/Chip/text", "value": words}
        rule = {"title": words[:120], "body": words, "parent": None, "place": 900}
        text = "\n\n".join(EVERYTHING).replace("\ue000", "").replace("\ue001", "").replace("\ue010", "")
        propose(slug, "Ben", words[:120], text, amendment, {"op": "add", "path": "/rules/words", "value": rule})
    vote(slug, "1", Ada="for", Ben="for")
    act(slug, "Ada", "advance-clock", to_next_phase=True)
    act(slug, "Ada", "advance-clock", to_next_phase=True)
    page = WikiPage.objects.filter(cycle=cycle).order_by("title")[0]
    page.parked_at, page.parked_reason, page.parked_difference = cycle.starts_at, HTML[0], "\n".join(EVERYTHING)
    page.save()
    return cycle


def trade_in(slug: str) -> None:
    """Offers to Ben and to anybody, of cards and for cards, one promised twice, and a trade that is made."""
    cards = list(Card.objects.filter(cycle__slug=slug, holder="Ada").order_by("made_by", "code")[:3])
    act(
        slug, "Ada", "offer-trade", to="Ben", gives={"Vertebra": 30}, gives_cards=[card.code for card in cards],
        wants={"Chip": 2},
    )  # fmt: skip
    act(slug, "Ada", "offer-trade", gives_cards=[cards[0].code], wants={"Vertebra": 12, "Queen": 1})
    act(slug, "Ben", "offer-trade", gives={"Chip": 1}, wants={"Joker": 1})
    made = act(slug, "Ben", "offer-trade", to="Cleo", gives={"Chip": 1}, wants={"Vertebra": 5}).events[0]["trade"]
    act(slug, "Cleo", "consent-trade", trade=made, version=1)


def judged_in(slug: str) -> None:
    """A ruling that is voted on, one that was overturned, a request that waits, and somebody who stands for Judge."""
    asked = "Compare [[betting]] and [[#1]].\n\n* in a ''battle''\n* in a '''duel'''"
    act(slug, "Ben", "file-request", kind="question", title="May a Joker be bet?", text=asked, about=["Joker"])
    act(slug, "Cleo", "rule", request="1", answer="It may ''not''.", reasoning="By [[betting]].", about=["Joker"])
    act(slug, LONG, "open-confidence-vote", ruling="1")
    act(slug, "Ben", "vote-on-ruling", ruling="1", vote="overturn")
    for title in ("Hats are items", "Silence is golden, whatever anybody may say of it on a Monday or elsewhere"):
        act(slug, "Ada", "file-request", kind="statement", title=title)
    act(slug, "Cleo", "rule", request="2", verdict="true", reasoning="They are worn.", about=["vertebrae", "Bound"])
    act(slug, "Cleo", "overturn-own-ruling", ruling="2", reason="worn is not owned")
    act(slug, "Ben", "stand-for-judge")
    act(slug, "Ada", "vote-for-judge", candidate="Ben", vote="for")


def furnished_hall(slug: str) -> Cycle:
    """Cards with every trait, packs, gifts, proposals of every fate, a Judge, a leaver, a wiki in trouble."""
    hall_with_players(slug, *PLAYERS, "Dora", title="The Gilded Hall, at practice", published=True)
    grants = (("Ada", "Vertebra", 120), ("Ada", "Legendary Pack", 1), ("Ada", "Handy Pack", 2), ("Ben", "Chip", 3))
    for name, item, count in grants:
        act(slug, KEEPER, "correct-grant", player=name, item=item, count=count, reason="for the tour")
    for place, species in enumerate(SPECIES):
        modifiers = list(MODIFIERS[: place % 4 * 2])
        act(slug, KEEPER, "correct-grant-card", player="Ada", species=species, modifiers=modifiers, reason="a tour")
    act(slug, "Ada", "open-pack", pack="Legendary Pack")
    act(slug, "Ben", "buy", offer="Already-opened Pack")
    act(slug, "Ben", "open-pack", pack="Already-opened Pack")
    act(slug, "Ada", "gift", to="Ben")
    act(slug, "Dora", "leave")
    act(slug, KEEPER, "appoint-judge", player="Cleo", reason="elected in the square")
    cheaper = propose(
        slug, "Ada", "Cheaper Handy Packs", "Nobody buys them.", {"op": "replace", "path": PRICE, "value": 9}
    )
    doomed = propose(slug, "Ben", "Silence on Mondays", "Nobody speaks on a Monday.")
    withdrawn = propose(slug, "Cleo", "A bell", "A bell at every phase.")
    act(slug, "Cleo", "withdraw-proposal", proposal=withdrawn)
    vote(slug, cheaper, Ada="for", Ben="for", Cleo="against")
    vote(slug, doomed, Ada="against", Ben="for", Cleo="unclear")
    vote(slug, doomed, Cleo="against")
    for _ in range(2):
        act(slug, "Ada", "advance-clock", to_next_phase=True)
    rule = {"title": "Dress", "body": DRESS, "parent": "actions", "place": 500}
    hats = propose(
        slug,
        "Ben",
        "Hats, seats, and a few prices while we are at it: an attempt at order",
        DRESS,
        {"op": "add", "path": "/rules/dress", "value": rule},
        {"op": "replace", "path": "/rules/vertebrae/body", "value": "Vertebrae are money. They are counted weekly."},
        {"op": "replace", "path": "/rules/vertebrae/title", "value": "Vertebrae, the money of the hall"},
        {"op": "replace", "path": "/rules/betting/parent", "value": "actions"},
        {"op": "remove", "path": "/rules/random-choices"},
        *(
            {"op": "replace", "path": f"/shop/offers/{offer}/costs/Vertebra", "value": price}
            for offer, price in (("Deck Pack", 15), ("Legendary Pack", 60), ("Chip", 30))
        ),
        {"op": "replace", "path": "/calendar/phases/0/title", "value": "Time of Rest"},
    )
    vote(slug, hats, Ben="for", Cleo="for")
    propose(slug, "Cleo", "Kindness", "Be kind.")
    trade_in(slug)
    judged_in(slug)
    act(slug, "Ada", "buy", offer="Handy Pack")
    cycle = Cycle.objects.get(slug=slug)
    parked = WikiPage.objects.filter(cycle=cycle).order_by("title").first()
    assert parked is not None
    parked.parked_at = cycle.created_at
    parked.parked_reason = "somebody edited between the markers"
    parked.parked_difference = "--- ours\n+++ theirs\n-Phase 2\n+Phase 3, I think"
    parked.save()
    return cycle
