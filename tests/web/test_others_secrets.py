"""Two sites that differ only in what Ada keeps to herself are one site to everybody else.

Ada does the same in both, by the same entries, and decides otherwise whatever is secret: sealed plans, orders, hands,
answers and votes, hidden values, drafts, and all that her account keeps. Every address of the site and of the API then
gives others the same status, headers and text, and so does every form and action that they send.
"""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
import time_machine
from django.core.cache import cache
from django.db import transaction
from django.utils import timezone

from nomic.accounts.models import Person
from nomic.accounts.tokens import issue_token
from nomic.clauses.models import PendingQuestion
from nomic.comments.models import Comment, Following, Mute, Report
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.actions.registry import availability
from nomic.cycles.caching import read_cache, write_cache
from nomic.cycles.domain.actor import Actor
from nomic.cycles.live import feed
from nomic.cycles.models import Cycle
from nomic.cycles.sealed_arguments import Sealed
from nomic.discord.models import LinkCode
from nomic.law.document.templates import document_of
from nomic.matches.hosting import cycle_of_match
from nomic.matches.hosting.loaded_match import LoadedMatch
from nomic.matches.models import Match
from nomic.notices.models import Notice, NoticeSettings, Webhook
from nomic.proposals.models import Draft, Proposal
from nomic.search.update_index import refresh_changed
from nomic.wiki.models import WikiPage
from nomic.wiki.pages.render import render_page
from tests.clauses.conftest import with_clauses
from tests.clauses.test_arguments import says
from tests.clauses.test_everybody import SEALED
from tests.clauses.test_value_kinds import act as clause
from tests.support.cycles_of_all_games import open_all_games
from tests.support.documented_answers import document
from tests.support.dungeon_cycles import BLANKS
from tests.support.entry_points import Route, Sender, encoded, forms_on
from tests.support.furnished_cycle import KEEPER, act, cycle_under, propose
from tests.support.hall import START
from tests.web.test_entry_points_in_steps import Samples, address_of, routes_of

ONE, OTHER = "Ubiquitarian", "Ophthalmologist"  # what Ada keeps to herself; neither stands anywhere else
SECRETIVE = ("veiled", "cave", "battle")
HANDS = ("2", "3", "5", "7", "9", "10")
VEILED: dict[str, Any] = {
    "guess": {"value": "Guess", "is": "name", "of": "player", "seen": "owner"},
    "depth": {"value": "Depth", "seen": "nobody"},
    "count": {"value": "Count"},
    "say": clause({"set": "Guess", "to": "$what", "of": "$me"}, **says(what={"is": "text", "sealed": True})),
    "dig": clause({"set": "Depth", "to": "$n"}, **says(n={"is": "number", "sealed": True})),
    "put-off": clause(
        {"let": "n", "be": {"value_of": "Depth"}}, {"at": "phase-ends", "do": [{"raise": "Count", "by": "$n"}]}
    ),
    "throw": clause(SEALED, {"grant": "Vertebra", "to": {"who_chose": "$throw", "is": "rock"}}),
    "motion": {
        "class": "Motion",
        "lasts": {"hours": 48},
        "votes": {"sealed": True},
        "passes": {"is": ["$for", "more_than", "$against"]},
    },
}  # fmt: skip
RANDOM = re.compile(
    r'name="csrfmiddlewaretoken" value="\w+"|nonce[-=]["\']?[\w+/=-]+["\']?|name="(once|writer|draft|idempotency_key)" '
    r'value="\w+"|csrftoken=\w+|"request_id": ?"\w+"'
)
OF_EACH_REQUEST = {"X-Request-Id", "Server-Timing"}


@pytest.fixture
def site(db: None, monkeypatch: pytest.MonkeyPatch, settings: Any) -> Iterator[dict[str, Sender]]:
    """All games, a table whose hands are chosen, and a cycle whose rules keep secrets. The clock stands still."""
    settings.API_RATE_LIMIT = "1000000/min"
    # What is committed to stays hidden by a salt that nobody knows; so the commitment may as well be the same.
    monkeypatch.setattr(Sealed, "commitment", property(lambda self: {"commitment": "0" * 64}))
    with time_machine.travel(START, tick=False):
        open_all_games()
        cave = document_of("dungeon")
        cave["dungeon"] |= {"pool": BLANKS}
        cycle_under(cave, "dungeon", "cave", "Ada", "Ben")
        cycle_under(with_clauses(document_of("cycle-16"), VEILED), "cycle-16", "veiled", "Ada", "Ben", published=True)
        table()
        propose(
            "veiled", "Ben", "Curtains", "Heavier ones.", {"op": "replace", "path": "/items/Chip/text", "value": "C"}
        )
        act("veiled", "Ben", "submit-proposal", title="Rope", text="More.", amendments=[], **{"class": "motion"})
        act("veiled", "Ben", "tolls_throw")
        yield readers()


def table() -> None:
    """A battle in the same cycle, in which nobody has chosen a hand."""
    for player in ("Ada", "Ben"):
        for species in HANDS:
            act("veiled", KEEPER, "correct-grant-card", player=player, species=species, modifiers=[], reason="deal")
        act("veiled", player, "declare-battle")
    act("veiled", "Ada", "advance-clock", to_next_phase=True)


def match_in(slug: str) -> Match:
    return Match.objects.filter(cycle__slug=slug).latest("pk")


def keep(secret: str) -> None:
    """Ada does all that has a secret in it. What she does is known, and is the same whatever the secret is."""
    other = secret == OTHER
    ada = Person.objects.get(username="Ada")
    plan = [["NE"], ["NW"], ["SW"]] if other else [["SE"], ["wait"], ["E"]]
    act("cave", "Ada", "move", match=match_in("cave").code, move={"kind": "plan"}, answers=plan)
    state = LoadedMatch(Cycle.objects.get(slug="veiled"), match_in("veiled")).state
    deck = list(next(seat for seat in state.seats if seat.player == "Ada").deck)
    hand = deck[1:5] if other else deck[:4]
    act("veiled", "Ada", "move", match=match_in("veiled").code, move={"kind": "hand"}, answers=[hand])
    act("battle", "Ada", "give-standing-order", match=match_in("battle").code, order=ORDERS[other])
    act("veiled", "Ada", "tolls_say", what=secret)
    act("veiled", "Ada", "tolls_dig", n=77 if other else 3)
    act("veiled", "Ada", "tolls_put-off")
    question = PendingQuestion.objects.get(cycle__slug="veiled").code
    act("veiled", "Ada", "answer", question=question, answer=["rock" if other else "paper"])
    motion = Proposal.objects.get(cycle__slug="veiled", class_name="motion")
    act("veiled", "Ada", "vote", proposal=motion.code, vote="for" if other else "against")
    keep_in_account(ada, secret)


ORDERS: tuple[Any, Any] = ({"kind": "pay", "how": "lowest"}, {"kind": "pay", "how": "random"})


def keep_in_account(ada: Person, secret: str) -> None:
    """What the account and the drafts of Ada have; of most there is more in one site than in the other."""
    hall = Cycle.objects.get(slug="hall")
    ben = Person.objects.get(username="Ben")
    for number in range(3 if secret == OTHER else 1):
        Draft.objects.create(
            cycle=hall, person=ada, code=f"{number:032}", writer="0" * 32, version=1, title=secret,
            fields={"title": secret, "text": secret}, saved_at=timezone.now(),
        )  # fmt: skip
        Notice.objects.create(person=ada, cycle=hall, kind="turn", text=secret, link="/c/hall/")
        issue_token(ada, f"{secret} {number}")
    ada.email, ada.zone = f"{secret}@example.org".lower(), "Europe/Berlin" if secret == OTHER else "Asia/Tokyo"
    ada.last_login = ada.seen_at = timezone.now() if secret == OTHER else None
    ada.set_password(secret)
    ada.save()
    NoticeSettings.objects.update_or_create(person=ada, defaults={"by_email": secret == OTHER, "digest": "daily"})
    LinkCode.objects.create(person=ada, hash=secret[:12], ends_at=timezone.now())
    if secret == OTHER:
        Mute.objects.create(person=ada, other=ben)
        Report.objects.create(comment=Comment.objects.exclude(person=ada).earliest("pk"), person=ada, because=secret)
        Following.objects.create(cycle=hall, topic="hall", person=ada)
        Webhook.objects.filter(person=ada).delete()
        Notice.objects.filter(person=ada).update(read_at=timezone.now())
    refresh_changed()


def forget() -> None:
    """Nothing that a process has read of one site is for the other."""
    for each in (write_cache, read_cache, cycle_of_match):
        each.clear_cache()
    cache.clear()


def readers() -> dict[str, Sender]:
    _, token = issue_token(Person.objects.get(username="Ben"), "bot")
    return {"Ben": Sender("Ben", Authorization=f"Bearer {token}"), "": Sender()}


def heard(answer: Any) -> str:
    """Everything of an answer but what is of each request: status, headers, text."""
    is_endless = answer.headers.get("Content-Type", "").startswith("text/event-stream")
    text = "" if is_endless else answer.getvalue().decode(errors="replace")
    headers = {name: value for name, value in answer.headers.items() if name not in OF_EACH_REQUEST}
    cookies = sorted(answer.cookies.keys())
    return RANDOM.sub("", f"{answer.status_code} {headers} {cookies}\n{text}")


def addresses(samples: Samples, route: Route) -> Iterator[str]:
    """The addresses of a route: in the sampled cycles and in those with secrets, and narrowed by the secret."""
    for sample in samples.of(route):
        yield address_of(route, sample)
    if "slug" in route.parameters and not route.name.startswith("admin:"):
        for slug in SECRETIVE if "code" in route.parameters else SECRETIVE[:2]:
            code = (
                PendingQuestion.objects.get(cycle__slug="veiled").code
                if "question" in route.name
                else match_in(slug).code
            )
            of_cycle = {"code": code, "number": 1, "reference": "1"}
            seqs = [{"seq": seq} for seq in last_entries(slug)] if "seq" in route.parameters else [{}]
            for seq in seqs:
                yield address_of(route, {**samples.usual, "slug": slug, **of_cycle, **seq})
    elif "code" in route.parameters and "match" in route.name:
        for slug in SECRETIVE:
            yield address_of(route, {**samples.usual, "code": match_in(slug).code})


def last_entries(slug: str) -> range:
    last = Cycle.objects.get(slug=slug).seq
    return range(max(1, last - (6 if slug == "veiled" else 0)), last + 1)


def narrowed(route: Route, address: str) -> Iterator[str]:
    """The same list by each of its parameters, asked for the secret: those that the API documents, or usual ones."""
    if not set(route.parameters) <= {"slug"}:
        return
    path = re.sub(r"<(?:[\w-]+:)?(\w+)>", r"{\1}", route.written)
    operation = document()["paths"].get(path, {}).get("get", {})
    documented = [each["name"] for each in operation.get("parameters", ()) if each.get("in") == "query"]
    for name in documented if route.written.startswith("/api/") else ("q", "actor", "order"):
        yield f"{address}?{encoded({name: OTHER})}"


def read_by(who: str, sender: Sender, samples: Samples, *, narrow: bool) -> Iterator[tuple[str, str]]:
    for space in ("api", ""):
        for route in routes_of(space):
            if "get" not in route.methods or route.name.startswith(("admin:", "office:")):
                continue
            for place, address in enumerate(addresses(samples, route)):
                if who == "" and "veiled" not in address:
                    continue
                yield f"{who} {address}", heard(sender.ready("get", address)())
                if narrow and place == 0:
                    for asked in narrowed(route, address):
                        yield f"{who} {asked}", heard(sender.ready("get", asked)())


def sent_by(who: str, sender: Sender) -> Iterator[tuple[str, str]]:
    """Every action of the cycles with secrets, as its form offers it, with nothing in it, and through the API."""
    for slug in SECRETIVE:
        cycle = Cycle.objects.get(slug=slug)
        ctx = ReadContext(cycle, Actor.person(Person.objects.get(username=who)), cycle.now())
        for each in availability(ctx):
            page = f"/c/{slug}/act/{each.action.name}/"
            for form in forms_on(page, sender.read(page)):
                yield (
                    f"{who} posts {form.address} {form.does}",
                    heard(sender.ready("post", form.address, encoded(form.usual))()),
                )
            api = f"/api/v1/cycles/{slug}/actions/{each.action.name}/"
            yield f"{who} posts {api}", heard(sender.ready("post", api, "{}", "application/json")())


def besides() -> Iterator[tuple[str, str]]:
    """What leaves the server by other ways: the wiki, the stream of entries, others' notices."""
    for page in WikiPage.objects.filter(cycle__slug__in=("veiled", "hall")):
        yield f"wiki {page}", str(render_page(page))
    for slug in SECRETIVE:
        yield f"stream {slug}", json.dumps(feed._entries(slug, 0))
    sent = Notice.objects.exclude(person__username="Ada").order_by("pk")
    yield "notices", str(list(sent.values_list("person", "text", "link")))


def site_with(secret: str, readings: Any) -> dict[str, str]:
    """What the readings give once Ada has kept this; then it is as if she had not."""
    with transaction.atomic():
        forget()
        keep(secret)
        forget()
        found = dict(readings())
        transaction.set_rollback(True)
    forget()
    return found


def differing(one: dict[str, str], other: dict[str, str]) -> list[str]:
    wrong = [f"only in one: {door}" for door in one.keys() ^ other.keys()]
    for door in one.keys() & other.keys():
        if one[door] != other[door]:
            lines = zip(one[door].splitlines(), other[door].splitlines(), strict=False)
            line = next(((a, b) for a, b in lines if a != b), ("", "more lines"))
            wrong.append(f"{door}: {line[0].strip()[:1500]} ≠ {line[1].strip()[:1500]}")
    return sorted(wrong)


def test_whatever_others_read_depends_on_no_secret_of_ada(site: dict[str, Sender]) -> None:
    """Pages and the API, also narrowed by the secret; the wiki, the stream of entries, and others' notices."""
    samples = Samples()

    def readings() -> Iterator[tuple[str, str]]:
        for who, sender in site.items():
            yield from read_by(who, sender, samples, narrow=who == "Ben")
        yield from besides()

    one, other = site_with(ONE, readings), site_with(OTHER, readings)
    assert not differing(one, other), "\n".join(differing(one, other))
    assert len(one) > 600


def test_whatever_others_send_is_answered_in_the_same_way(site: dict[str, Sender]) -> None:
    """Forms as they are offered, and every action without arguments; but for what opens a secret to everybody."""

    def readings() -> Iterator[tuple[str, str]]:
        yield from sent_by("Ben", site["Ben"])

    one, other = site_with(ONE, readings), site_with(OTHER, readings)
    opens = {door for door, text in one.items() if '"kind":"unsealed"' in text.replace(" ", "")}
    assert opens == {"Ben posts /api/v1/cycles/veiled/actions/leave/"}  # a match that is over is open to all
    wrong = [each for each in differing(one, other) if each.partition(": ")[0] not in opens]
    assert not wrong, "\n".join(wrong)
    assert len(one) > 100
