"""Whatever is sent to the site is read in steps that grow at most as n·log n, by whichever entry point it comes.

The tests walk the URL configuration, so that a new address, form or field is covered as soon as it exists: its
parameters are filled with samples, its forms are found on its pages, and the fields that its view asks for are noted.
What they cannot reach is in `LEFT_OUT`, each with the reason.
"""

import ast
import json
import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import time_machine
from allauth.account.forms import EmailAwarePasswordResetTokenGenerator
from allauth.account.utils import user_pk_to_url_str
from django.conf import settings
from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.urls import path

from nomic.accounts.models import ApiToken, Person
from nomic.accounts.tokens import issue_token
from nomic.clauses.models import PendingQuestion
from nomic.comments.models import Comment
from nomic.corrections.models import Correction
from nomic.court.models import Request, Ruling
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.actions.registry import action_named, all_actions, availability
from nomic.cycles.domain.actor import Actor
from nomic.cycles.models import Cycle, Entry
from nomic.forecast.models import Simulation
from nomic.matches.contract.derive_schemas import moves_schema, schema_of
from nomic.matches.hosting.registry import all_games
from nomic.matches.models import Match
from nomic.notices.delivery.mail import unsubscribe_address
from nomic.notices.models import Notice
from nomic.office.csv_download import download_csv
from nomic.proposals.models import Proposal, Suggestion
from nomic.trades.models import Trade
from nomic.web.rendering.block_editor_assets import shapes_digest
from nomic.wiki.models import WikiPage
from tests.support.cycles_of_all_games import open_all_games
from tests.support.documented_answers import document
from tests.support.entry_points import (
    BRANCHES,
    PARAMETER,
    WITH_BODIES,
    Form,
    Route,
    Sender,
    encoded,
    forms_on,
    name_at,
    names_asked,
    routes,
)
from tests.support.furnished_cycle import KEEPER
from tests.support.hall import START
from tests.support.linear_time import PAIRS, SIGNS, Work, grown, mixed, nested, unknown

Door = tuple[str, str, Work | None]  # a route, what is sent to it, and sending it; None if nothing of it is read

ELSEWHERE = "only where logging in with Discord or MediaWiki is configured; allauth reads it and asks the provider"
LEFT_OUT = {
    "allauth.socialaccount.providers.oauth2.views.OAuth2View.adapter_view.<locals>.view": ELSEWHERE,
    "discord_login": ELSEWHERE,
    "discord_callback": ELSEWHERE,
    "mediawiki_login": ELSEWHERE,
    "mediawiki_callback": ELSEWHERE,
}
# Sent by everybody's browser or bot; and what the site itself asks for is held against these.
HEADERS = (
    *("If-None-Match", "If-Modified-Since", "Last-Event-ID", "Idempotency-Key", "Authorization", "Accept", "Cookie"),
    *("Accept-Encoding", "Accept-Language", "Range", "Content-Type", "HX-Request", "Origin", "Referer", "Host"),
    *("X-Forwarded-For", "X-Forwarded-Proto", "X-Requested-With", "X-CSRFToken", "User-Agent", "Price-At-Most"),
)
PARTS = ("Bearer a", "a", '"', 'W/"a", ', "a, ", "a=b; ", "a=1;q=0.5,", "1", "1:", "bytes=0-1,", " ", ":", ";", "=")
STREAMED = ("Last-Event-ID", "Cookie", "Authorization", "Accept")
OF_THE_SERVER = {"REMOTE_ADDR", "CONTENT_LENGTH"}
OF_THE_FRAME = {"next"}  # what every page asks the query for
# Steps of forms that no page of the samples offers, each with what has to be sent to get there. What is "" is written
# at length: by the signs one after the other.
MORE_FORMS = (
    ("Ada", "web:compose", {"title": "x", "from_words": "1", "text": ""}),
    ("Ada", "web:compose", {"title": "x", "look": "1", "text": ""}),
    ("Ada", "web:compose", {"title": "x", "text": "x", "look": "1", "amendments": ""}),
    ("Ada", "web:discuss", {"do": "say", "text": ""}),
    ("Ada", "web:talk", {"do": "say", "text": ""}),
    ("Ada", "web:talk", {"do": "say", "text": "@"}),
    ("Ada", "web:compose", {"begin": "x", "block": "x", "words": "x", "whole_text": "x"}),
    ("Ada", "web:trade-offer", {"mine": "x", "theirs": "x", "look": "1", "version": "1"}),
    ("Ada", "web:match-order", {"order": "{}"}),
    ("Ada", "web:wiki-page", {"message": "x"}),
)


GROUP = re.compile(r"\(\?P<(\w+)>[^)]*\)")


@pytest.fixture
def everything(db: None) -> Iterator[None]:
    """Cycles with all games and all that people can do in them, while the clock stands still."""
    with time_machine.travel(START, tick=False):
        open_all_games()
        yield


class Samples:
    """What the parameters of addresses stand for: of each something that exists, of some each of several kinds."""

    def __init__(self) -> None:
        cycles = {cycle.slug: cycle for cycle in Cycle.objects.filter(fork_of=None)}
        hall = self.hall = cycles["hall"]
        own = Proposal.objects.filter(cycle=hall, author="Ada").latest("number")
        trade = Trade.objects.filter(cycle=hall, status="open").earliest("number")
        counter = Trade.objects.filter(cycle=hall, maker="Ada", other="Ben", status="open").earliest("number")
        question = PendingQuestion.objects.get(cycle=cycles["rules"])
        self.matches = {match.cycle.slug: match for match in Match.objects.select_related("cycle").order_by("pk")}
        every_match = [{"slug": slug, "code": match.code} for slug, match in self.matches.items()]
        battle = {"slug": "battle", "code": self.matches["battle"].code}
        correction = {"code": Correction.objects.get(cycle=hall).code}
        parked = WikiPage.objects.filter(cycle=hall).exclude(parked_at=None)[0]
        self.usual = {
            "slug": "hall",
            "number": own.number,
            "reference": own.code,
            "seq": Entry.objects.filter(cycle=hall, action="buy").earliest("seq").seq,
            "head": hall.head[:12],
            "name": "Ada",
            "order": "0",
            "path": "nothing",
            "token": unsubscribe_address(Person.objects.get(username="Ada")).rstrip("/").rpartition("/")[2],
            "app_label": "law",
            "url": "nothing",
            "uidb36": user_pk_to_url_str(Person.objects.get(username="Ada")),
            "key": "set-password",
            "pk": hall.pk,
            "digest": shapes_digest(),
        }
        comment = {"number": Comment.objects.earliest("pk").pk}
        suggested = {"number": Suggestion.objects.earliest("pk").pk}
        self.special: dict[str, list[dict[str, Any]]] = {
            "web:match": every_match,
            "web:match-order": [battle],
            "web:match-picture": [battle],
            "web:match-replay": [battle],
            "web:match-hint": [battle],
            "web:match-talk": [battle],
            "web:match-rematch": [battle],
            "web:question": [{"slug": "rules", "code": question.code}],
            "web:trade": [{"number": trade.number}],
            "web:trade-counter": [{"number": counter.number}],
            "web:court-request": [{"number": number} for number in (1, 3)],
            "web:correction": [correction],
            "web:choose-correction": [correction],
            "web:wiki-page": [{"pk": parked.pk}],
            "web:notice": [{"pk": Notice.objects.filter(person__username="Ada").latest("pk").pk}],
            "web:revision": [{"number": 0}],
            "web:recipe": [{"name": name} for name in ("quest", "contract")],
            "api:recipe-draft": [{"name": "quest"}],
            "api:revision": [{"number": 0}],
            "api:comment": [comment],
            "api:comment-hide": [comment],
            "api:comment-show": [comment],
            **{f"api:simulation{end}": [{"number": Simulation.objects.earliest("pk").pk}] for end in ("", "-cancel")},
            **{f"api:suggestion{end}": [suggested] for end in ("", "-take", "-decline", "-take-back")},
            "api:trade": [{"reference": trade.code}],
            "api:request": [{"reference": Request.objects.filter(cycle=hall).earliest("number").code}],
            "api:ruling": [{"reference": Ruling.objects.filter(request__cycle=hall).earliest("pk").code}],
            "api:correction": [correction],
            **{f"api:match{end}": [battle] for end in ("", "-log", "-events", "-export", "-order-withdraw", "-talk")},
            **{f"api:match-{what}": every_match for what in ("moves", "orders")},
            "api:match-talk-following": every_match,
            **{f"api:match-talk-{what}": [{**battle, **comment}] for what in ("report", "mute")},
            "api:act": [{"name": name} for name in ("submit-proposal", "gift")]
            + [{"slug": "rules", "name": "tolls_say"}],
            "admin:cycles_cycle_correct": [{"name": "correct-value"}],
            "admin:auth_user_password_change": [{"id": Person.objects.get(username="Ben").pk}],
        }

    def of(self, route: Route) -> list[dict[str, Any]]:
        """The parameters of the addresses of a route that are asked."""
        if "object_id" in route.parameters:
            return [{"object_id": _row_of(route)}]
        return [{**self.usual, **sample} for sample in self.special.get(route.name, [{}])]

    def addresses(self, route: Route) -> list[str]:
        return [address_of(route, sample) for sample in self.of(route)]

    def acts(self) -> Iterator[tuple[str, str]]:
        """Of every action that people do, who sends the form of it, and to where: if possible somebody who may."""
        cycles = list(Cycle.objects.filter(fork_of=None).order_by("pk"))
        found: dict[str, tuple[bool, str, str]] = {}
        for cycle in cycles:
            for name in ("Ada", "Cleo", KEEPER):
                ctx = ReadContext(cycle, Actor.person(Person.objects.get(username=name)), cycle.now())
                for each in availability(ctx):
                    told = (each.available, name, f"/c/{cycle.slug}/act/{each.action.name}/")
                    if not found.get(each.action.name, (False,))[0]:
                        found[each.action.name] = told
        known = {action.name for action in all_actions() if action.channel != "system"}
        assert not known - set(found), known - set(found)
        for _, name, address in found.values():
            yield name, address


def address_of(route: Route, sample: dict[str, Any]) -> str:
    """An address of a route with these parameters, whether it is written with converters or as a regular expression."""
    missing = set(route.parameters) - set(sample)
    assert not missing, f"`Samples` has nothing for {missing} of the route {route.name}"
    written = GROUP.sub(lambda found: f"<{found[1]}>", route.written)
    written = written.replace("^", "").removesuffix("$").removesuffix(r"\Z")
    return PARAMETER.sub(lambda found: str(sample[found[1]]), written)


def _row_of(route: Route) -> Any:
    for model in admin.site._registry:
        if route.written.startswith(f"/admin/{model._meta.app_label}/{model._meta.model_name}/"):
            row: Model | None = model._default_manager.first()
            return 1 if row is None else row.pk
    return 1


def routes_of(space: str) -> Iterator[Route]:
    """Every route of the API (`space` is "api"), or of the rest of the site (""): of equal ones the first."""
    seen = set()
    for route in routes():
        name = kind_of(route)
        if (route.written.startswith("/api/")) == (space == "api") and name not in LEFT_OUT and name not in seen:
            seen.add(name)
            yield route


def kind_of(route: Route) -> str:
    """The name of a route; of the admin's pages of tables that nobody changes, one name for all tables."""
    space, _, name = route.name.partition(":")
    model, _, page = name.rpartition("_")
    return f"admin:{page} of what nobody changes" if space == "admin" and model in READ_ONLY else route.name


def page_of(route: Route) -> str:
    """The admin's pages of a kind are one view for all tables, which reads addresses in the same way."""
    return f"admin:{route.name.rpartition('_')[2]}" if route.name.startswith("admin:") else route.name


EVERYWHERE = {download_csv.__name__}  # one view for all tables, and it changes nothing


def _read_only() -> frozenset[str]:
    request = RequestFactory().get("/")
    request.user = Person(is_active=True, is_staff=True, is_superuser=True)
    return frozenset(
        f"{model._meta.app_label}_{model._meta.model_name}"
        for model, page in admin.site._registry.items()
        if not (page.has_change_permission(request) or page.get_actions(request).keys() - EVERYWHERE)
    )


READ_ONLY = _read_only()


def senders() -> dict[str, Sender]:
    """People who send things: "" is nobody, "forgetful" a visitor who follows the link of a password reset."""
    ada, browser = Person.objects.get(username="Ada"), Client()
    key = EmailAwarePasswordResetTokenGenerator().make_token(ada)
    browser.get(f"/accounts/password/reset/key/{user_pk_to_url_str(ada)}-{key}/")
    names = ("", "Ada", "Cleo", KEEPER)
    return {**{name: Sender(name) for name in names}, "forgetful": Sender("", browser)}


def sender_of(route: Route) -> str:
    """Who sends something to a route: somebody who may."""
    if route.name == "account_reset_password_from_key":
        return "forgetful"
    if route.name in ("account_login", "account_signup", "account_reset_password"):
        return ""
    is_for_keepers = route.written.startswith("/admin/") or route.name in ("web:choose-correction", "web:correct")
    return KEEPER if is_for_keepers else "Ada"


# ── pages


class Forms:
    """The forms that were found so far, each with who sends it; of equal ones the first."""

    def __init__(self, samples: Samples, people: dict[str, Sender]) -> None:
        self.found: dict[Any, tuple[str, Form]] = {}
        for who, address in samples.acts():
            self.keep(who, *forms_on(address, people[who].read(address)))
        addresses = {route.name: samples.addresses(route)[0] for route in routes_of("")}
        for who, name, fields in MORE_FORMS:
            kinds = {field: ("" if value else "long", value) for field, value in fields.items()}
            self.keep(who, Form(addresses[name], kinds))

    def keep(self, who: str, *forms: Form) -> None:
        for form in forms:
            self.found.setdefault(form.key, (who, form))

    def together(self) -> list[tuple[str, Form]]:
        """Those that do the same as one form, with the fields of all."""
        found: dict[Any, tuple[str, Form]] = {}
        for who, form in self.found.values():
            _, whole = found.setdefault(form.does, (who, Form(form.address)))
            whole.fields.update({name: kept for name, kept in form.fields.items() if name not in whole.fields})
        return list(found.values())


def pages(samples: Samples, people: dict[str, Sender]) -> Iterator[Door]:
    """What can be sent to the pages of the site."""
    forms = Forms(samples, people)
    seen: set[str] = set()
    for route in routes_of(""):
        is_same = page_of(route) in seen
        seen.add(page_of(route))
        for address in samples.addresses(route):
            yield from by_page(route, people, address, forms, is_same=is_same)
        if not is_same:
            yield from by_parameters(route, people[sender_of(route)], samples)
    done: set[tuple[str, str]] = set()
    for who, form in forms.found.values():
        yield from at_length(people[who], form, done)
    for who, form in forms.together():
        yield from at_once(people[who], form)


def by_page(route: Route, people: dict[str, Sender], address: str, forms: Forms, *, is_same: bool) -> Iterator[Door]:
    """What a page reads besides its forms, which are kept. If it `is_same`, another page is the same view."""
    who = sender_of(route)
    if "get" in route.methods:
        with names_asked() as asked:
            html = people[who].read(address)
        forms.keep(who, *forms_on(address, html))
        yield from by_address(route, people[who], address, set() if is_same else asked)
    if "post" in route.methods and is_same:
        yield route.name, "post", None  # what it reads are forms, which stand on it
    elif "post" in route.methods:
        forms.keep(who, Form(address))
    for method in sorted(route.methods & WITH_BODIES - {"post"}):
        yield route.name, method, partial(_raw, people[who], method, address)


def _raw(sender: Sender, method: str, address: str, size: int) -> Callable[[], object]:
    return sender.ready(method, address, encoded({"a": mixed(size), **unknown(size)}))


def by_address(route: Route, sender: Sender, address: str, asked: set[str]) -> Iterator[Door]:
    """Every parameter of a query that the page asks for, again and again, and others; if it asks for any."""

    def read(size: int) -> Callable[[], object]:
        again = {
            name: ["1"] * (size // len(asked)) + [mixed(size)] for name in asked if name and not name.endswith("[]")
        }
        return sender.ready("get", f"{address.partition('?')[0]}?{encoded({**unknown(size // 2), **again})}")

    yield route.name, "get", read if asked - OF_THE_FRAME else None


def by_parameters(route: Route, sender: Sender, samples: Samples) -> Iterator[Door]:
    """Every parameter of the path, very long."""
    method = "get" if "get" in route.methods else "post"
    sample = samples.of(route)[0]
    for name in route.parameters:
        if name == "slug" and "cycle_page.<locals>.page" in route.wrappers and route.name != "web:hall":
            continue  # read by `cycle_page` as for the hall

        def read(size: int, name: str = name) -> Callable[[], object]:
            return sender.ready(method, address_of(route, {**sample, name: "1" * size * 4}))

        yield route.name, f"parameter {name}", read


def at_once(sender: Sender, form: Form) -> Iterator[Door]:
    """All fields at once, also those that no form has but the view asks for, each again and again, with others."""
    with names_asked() as asked:
        sender.ready("post", form.address, encoded(form.usual))()
    lists = sorted(name.removesuffix("[]") for name in asked if name.endswith("[]"))
    names = dict.fromkeys((*form.fields, *sorted(name for name in asked if name and not name.endswith("[]"))))
    names.pop("csrfmiddlewaretoken", None)
    does = {name: value for name, value in form.usual.items() if name in BRANCHES}

    def everything(size: int) -> dict[str, Any]:
        ones = ["1"] * (size * 2 // 3 // (len(names) + 1))
        sent = {name: [*ones, mixed(size)] for name in names if name not in does}
        return {**dict.fromkeys(unknown(size // 4), "a"), **sent, **does}

    yield _door(sender, form, "", everything)
    for name in lists:
        yield _door(
            sender, form, f"{name}, again and again", lambda size, name=name: {**form.usual, name: ["1"] * size}
        )


def at_length(sender: Sender, form: Form, done: set[tuple[str, str]]) -> Iterator[Door]:
    """By itself, and once for each route, every field in which much is written or which carries JSON."""
    for name, (kind, value) in form.fields.items():
        if (form.key[0], name) in done:
            continue
        if kind == "textarea":
            done.add((form.key[0], name))
            yield _door(sender, form, name, lambda size, name=name: {**form.usual, name: mixed(size)})
        elif value.startswith(("{", "[")):
            done.add((form.key[0], name))
            carried = partial(_carried, value)
            yield _door(sender, form, name, lambda size, name=name, made=carried: {**form.usual, name: made(size)})
        elif kind == "long":
            for group in (slice(at, at + 12) for at in range(0, len(SIGNS + PAIRS), 12)):
                made = partial(run, group)
                yield _door(sender, form, f"{name} {group}", lambda size, n=name, m=made: {**form.usual, n: m(size)})


def _door(sender: Sender, form: Form, what: str, sent: Callable[[int], dict[str, Any]]) -> Door:
    def post(size: int) -> Callable[[], object]:
        return sender.ready("post", form.address, encoded(sent(size)))

    return name_at(form.address), f"{form.address} {what}", post


def run(group: slice, size: int) -> str:
    """A text of some of the signs, each twice as often as when it is mixed with all."""
    return "".join(sign * size * 2 for sign in (SIGNS + PAIRS)[group])


def _carried(text: str, size: int) -> str:
    """JSON that a form carries, with more in it."""
    if text.startswith("{"):
        return json.dumps({**json.loads(text), **unknown(size)})
    return json.dumps([["a"]] * size)


def not_reached(space: str, doors: list[Door]) -> list[tuple[str, str]]:
    """The methods of routes to which nothing is sent, neither to be read nor because nothing is read."""
    reached = {(name, "post" if what.startswith("/") else what.partition(" ")[0]) for name, what, _ in doors}
    asked = {(route.name, method) for route in routes_of(space) for method in route.methods & {"get", *WITH_BODIES}}
    return sorted(asked - reached)


def test_pages_read_what_is_sent_in_steps_that_grow_with_it(everything: None) -> None:
    """Every field of every form with every sign repeated, unknown and repeated fields, parameters, other methods."""
    doors = list(pages(Samples(), senders()))
    reached = {(name, "get") for name, what, _ in doors if what == "get"}
    reached |= {(name, what) for name, what, _ in doors if what in WITH_BODIES}
    reached |= {(name, "post") for name, what, _ in doors if what.startswith("/")}
    asked = {(route.name, method) for route in routes_of("") for method in route.methods & {"get", *WITH_BODIES}}
    assert sorted(asked - reached) == []
    assert len(doors) > 200
    assert grown((f"{name} {what}", work) for name, what, work in doors if work) == []


# ── the API


def of_the_api(samples: Samples, ada: Sender, keeper: Sender) -> Iterator[Door]:
    """What can be sent to the API: what its document describes, and all that it does not."""
    for route in routes_of("api"):
        sender = keeper if "hide" in route.name or "show" in route.name else ada
        for sample in samples.of(route):
            address, described = address_of(route, sample), _described(route, sample)
            if "get" in route.methods:
                yield from by_query(route, sender, address, described.get("get", {}))
            if "post" in route.methods:
                yield from by_body(route, sender, address, _properties(route, described.get("post", {}), sample))
        yield from by_parameters(route, sender, samples)


def _described(route: Route, sample: dict[str, Any]) -> dict[str, Any]:
    """The operations of an address as the document has them; an action that a law brings is not in it."""
    by_name = PARAMETER.sub(lambda found: f"{{{found[1]}}}", route.written)
    found: dict[str, Any] = document()["paths"].get(by_name.replace("{name}", str(sample["name"])), {})
    return found or document()["paths"].get(by_name, {})


def _properties(route: Route, operation: dict[str, Any], sample: dict[str, Any]) -> dict[str, Any]:
    """The fields of the body of an operation, each with its schema."""
    if route.name == "api:act" and not operation:
        law = Cycle.objects.get(slug=sample["slug"]).law
        return dict(action_named(sample["name"], law).schema()["properties"])
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    name = body.get("$ref", "").rpartition("/")[2]
    return dict(document()["components"]["schemas"].get(name, body).get("properties", {}))


def by_query(route: Route, sender: Sender, address: str, operation: dict[str, Any]) -> Iterator[Door]:
    """Every parameter by itself at length, and those that nobody asks for, all again and again."""
    names = [each["name"] for each in operation.get("parameters", ()) if each.get("in") == "query"]

    def ask(size: int, name: str) -> Callable[[], object]:
        return sender.ready("get", f"{address}?{encoded({name: mixed(size)})}")

    def again(size: int) -> Callable[[], object]:
        every = {name: ["1"] * (size // len(names)) for name in names}
        return sender.ready("get", f"{address}?{encoded({**unknown(size), **every})}")

    yield route.name, "get", again
    for name in names:
        yield route.name, f"get {name}", lambda size, name=name: ask(size, name)


def by_body(route: Route, sender: Sender, address: str, properties: dict[str, Any]) -> Iterator[Door]:
    """Every field with something long of every kind, and bodies that are no objects of known fields."""

    def post(body: Any) -> Callable[[], object]:
        text = body if isinstance(body, str) else json.dumps(body)
        return sender.ready("post", address, text, "application/json")

    usual = {name: _small(schema) for name, schema in properties.items()}
    for name in properties:
        for what, made in VALUES.items():
            yield (
                route.name,
                f"{address} {name} {what}",
                lambda size, name=name, made=made: post({**usual, name: made(size)}),
            )
    bodies: dict[str, Callable[[int], Any]] = {
        "brackets": lambda size: "[" * size * 9,
        "objects": lambda size: '{"a":' * size * 9,
        "unknown": unknown,
        "twice": lambda size: "{" + ",".join(['"a":1'] * size) + "}",
        "number": lambda size: "1" * size,
    }
    for what, body in bodies.items():
        yield route.name, f"{address} {what}", lambda size, body=body: post(body(size))


VALUES: dict[str, Callable[[int], Any]] = {
    "text": mixed,
    "nested": nested,
    "texts": lambda size: ["a"] * size,
    "pairs": lambda size: [[1, 1]] * size,
    "an object": lambda size: {"kind": "a", **unknown(size)},
    "number": lambda size: 10**size,
}


def _small(schema: dict[str, Any]) -> Any:
    """A value that a schema may describe, as small as it can be."""
    if "enum" in schema:
        return schema["enum"][0]
    pairs = [1] * len(schema.get("prefixItems", ()))
    return {"integer": 1, "array": pairs, "object": {}, "boolean": True}.get(schema.get("type", ""), "a")


def moves(samples: Samples, ada: Sender) -> Iterator[Door]:
    """Every kind of move and of standing order that a game knows, in a match of it, each field at length."""
    played = {match.game: match for match in samples.matches.values()}
    for game in all_games():
        match = played[game.name]
        orders = schema_of(game.engine.orders, "{name}")[1] if game.engine.orders else {}
        for where, field, schemas in (
            ("moves", "move", moves_schema(game.engine)["$defs"]),
            ("orders", "order", orders),
        ):
            address = f"/api/v1/matches/{match.code}/{where}/"
            for schema in schemas.values():
                usual = {name: _small(each) for name, each in schema["properties"].items()}
                for what, sent in _long_moves(usual):

                    def post(size: int, sent: Any = sent, address: str = address, field: str = field) -> Any:
                        return ada.ready("post", address, json.dumps({field: sent(size)}), "application/json")

                    yield f"api:match-{where}", f"{address} {usual['kind']} {what}", post
        first = {"kind": game.engine.moves[0].__struct_config__.tag}
        for what, answers in (("one", lambda size: [["a"] * size]), ("many", lambda size: [["a"]] * size)):
            yield (
                "api:match-moves",
                f"{match.code} {what}",
                lambda size, match=match, first=first, answers=answers: ada.ready(
                    "post",
                    f"/api/v1/matches/{match.code}/moves/",
                    json.dumps({"move": first, "answers": answers(size)}),
                    "application/json",
                ),
            )


def _long_moves(usual: dict[str, Any]) -> Iterator[tuple[str, Callable[[int], Any]]]:
    yield "unknown", lambda size: {**usual, **unknown(size)}
    for name in usual:
        for what in ("text", "texts", "pairs"):
            yield f"{name} {what}", lambda size, name=name, what=what: {**usual, name: VALUES[what](size)}


def test_the_api_and_headers_are_read_in_steps_that_grow_with_them(everything: None) -> None:
    """Every parameter, every field of every body, every move and order of every game, bodies of any form, headers."""
    bots = {name: issue_token(Person.objects.get(username=name), "sends much")[1] for name in ("Ada", KEEPER)}
    ApiToken.objects.update(rate_limit="1000000/sec")
    ada, keeper = (Sender(Authorization=f"Bearer {secret}") for secret in bots.values())
    samples = Samples()
    doors = [*of_the_api(samples, ada, keeper), *moves(samples, ada), *in_headers(samples, ada, Sender("Ada"))]
    assert not_reached("api", doors) == []
    assert len(doors) > 200
    assert grown((f"{name} {what}", work) for name, what, work in doors if work) == []


# ── headers


def in_headers(samples: Samples, bot: Sender, ada: Sender) -> Iterator[Door]:
    """Every header, sent to a page, to a read and to an act of the API; and to streams where they are to go on."""
    match = samples.matches["battle"].code
    ways = (
        ("account_logout", ada, "get", "/accounts/logout/", HEADERS),
        ("api:cycle", bot, "get", "/api/v1/cycles/hall/", HEADERS),
        ("api:act", bot, "post", "/api/v1/cycles/hall/actions/gift/", HEADERS),
        ("web:live", ada, "get", "/c/hall/live/", STREAMED),
        ("api:events", bot, "get", "/api/v1/cycles/hall/events/", STREAMED),
        ("api:match-events", bot, "get", f"/api/v1/matches/{match}/events/", STREAMED),
    )
    for route, sender, method, address, names in ways:
        for name in names:

            def send(
                size: int, sender: Sender = sender, method: str = method, address: str = address, name: str = name
            ) -> Callable[[], object]:
                return sender.ready(method, address, "{}", "application/json", **{name: long_header(size)})

            yield route, f"header {name}", send


def long_header(size: int) -> str:
    return "".join(part * size for part in PARTS)


def test_every_header_that_is_asked_for_is_sent() -> None:
    """Whoever reads another header adds it to `HEADERS`."""
    found = set()
    for room in ("nomic", *settings.GAMES):
        for file in (Path(settings.BASE_DIR) / room).rglob("*.py"):
            text = file.read_text(encoding="utf-8")
            if "headers" in text or "META" in text:  # parsing every file takes seconds
                for node in ast.walk(ast.parse(text)):
                    found |= set(_header_of(node))
    known = {name.lower() for name in HEADERS}
    assert {"last-event-id", "idempotency-key", "if-none-match"} <= found
    assert sorted(found - known) == []


def _header_of(node: ast.AST) -> Iterator[str]:
    """The header that an expression reads from a request: `headers.get("x")`, `headers["x"]`, or the same of `META`."""
    of, name = None, None
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "get" and node.args:
        of, name = node.func.value, node.args[0]
    elif isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load):
        of, name = node.value, node.slice
    if not (isinstance(of, ast.Attribute) and isinstance(name, ast.Constant) and isinstance(name.value, str)):
        return
    if ast.unparse(of).endswith("request.headers"):
        yield name.value.lower()
    elif of.attr == "META" and name.value not in OF_THE_SERVER:
        yield name.value.removeprefix("HTTP_").replace("_", "-").lower()


# ── the tests themselves


def test_what_is_left_out_is_there() -> None:
    """An address that is gone is taken from the table."""
    assert set(LEFT_OUT) <= {route.name for route in routes()}


def test_an_address_to_which_nothing_is_sent_is_found() -> None:
    """With each of its methods."""
    assert ("web:theme", "post") not in not_reached("", [("web:theme", "/theme/", None)])
    assert {("web:practice", "get"), ("web:practice", "post")} <= set(not_reached("", []))
    assert ("api:notices-read", "post") in not_reached("api", [])


def slow(request: HttpRequest) -> HttpResponse:
    """Reads a field in steps quadratic in its length."""
    for _ in range(many := request.POST.get("hidden", "").count("{|")):
        for _ in range(many):
            pass
    return HttpResponse()


urlpatterns = [path("slow/", slow, name="slow")]


@pytest.mark.django_db
@pytest.mark.urls(__name__)
def test_a_field_that_is_read_in_quadratic_steps_is_found() -> None:
    """Though no page has a form with it: the view asks for it."""
    [found] = grown((name, work) for name, _, work in at_once(Sender(), Form("/slow/")) if work)
    assert found.startswith("slow")
