"""Whatever is wrong with a field of any action, the refusal names it, or the rule, in plain words; nothing changes."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
import time_machine

from nomic.accounts.models import ApiToken, Person
from nomic.accounts.tokens import issue_token
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.actions.registry import Action, availability
from nomic.cycles.domain.actor import Actor
from nomic.cycles.models import Cycle, Entry
from nomic.cycles.sealed_arguments import typed_args
from tests.support.cycles_of_all_games import open_all_games
from tests.support.entry_points import Sender, encoded, forms_on
from tests.support.furnished_cycle import KEEPER
from tests.support.hall import START
from tests.web.test_entry_points_in_steps import _small

SLUGS = ("hall", "rules", "battle", "bones", "boards", "delve")
WRONG: dict[str, Any] = {
    "a number": 5,
    "a negative number": -1,
    "a huge number": 10**30,
    "a fraction": 1.5,
    "a flag": True,
    "null": None,
    "an empty text": "",
    "an unknown name": "No such thing",
    "a long text": "x" * 70_000,
    "a text with a control": "a\x00b",
    "a list": ["No such thing"],
    "twice the same": ["Ada", "Ada"],
    "an object": {"No such": "thing"},
}
PROGRAMMERS = re.compile(
    r"input should|validation|nonetype|\b(str|dict|int|bool|keyerror|schema|union|literal|instance|null)\b|pydantic"
    r"|traceback| at 0x|codec|regex|pattern|unexpected keyword",
    re.IGNORECASE,
)


@pytest.fixture
def everything(db: None) -> Iterator[None]:
    """Cycles of all games, while the clock stands still."""
    with time_machine.travel(START, tick=False):
        open_all_games()
        ApiToken.objects.update(rate_limit="1000000/sec")
        yield


def actions_of_all() -> Iterator[tuple[str, str, Action]]:
    """Every action that somebody can do now, once: in which cycle, who, and the action."""
    seen = set[str]()
    for slug in SLUGS:
        cycle = Cycle.objects.get(slug=slug)
        for who in ("Ada", KEEPER):
            ctx = ReadContext(cycle, Actor.person(Person.objects.get(username=who)), cycle.now())
            for each in availability(ctx):
                if each.available and each.action.name not in seen:
                    seen.add(each.action.name)
                    yield slug, who, each.action


def usual_args(action: Action) -> dict[str, Any]:
    """The arguments with which the action was done last, in any of the cycles; or small ones of the right types."""
    entry = Entry.objects.filter(action=action.name, cycle__fork_of=None).order_by("-pk").first()
    small = {name: _small(schema) for name, schema in action.schema()["properties"].items()}
    return small if entry is None else typed_args(entry)


def spoiled(action: Action) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Arguments in which one field is wrong: its name, how, and all of them."""
    usual = usual_args(action)
    yield "", "all as before", usual
    for name in action.schema()["properties"]:
        yield name, "left out", {other: value for other, value in usual.items() if other != name}
        for what, value in WRONG.items():
            yield name, what, {**usual, name: value}
    yield "nonsense", "unknown", {**usual, "nonsense": 1}


def unclear(action: Action, answer: Any) -> Iterator[str]:
    """What is wrong with a refusal: it names neither a field of the action nor a rule, or speaks to programmers."""
    said = json.loads(answer.content)
    errors = said.get("errors") or []
    names = {*action.schema()["properties"], "nonsense"}
    if answer.status_code == 409 and not said.get("rule"):
        yield "no rule"
    if answer.status_code == 422 and not errors:
        yield "no field"
    for error in errors:
        field, detail = error["field"].split("/")[0], error["detail"]
        # What is wrong with several fields together names them in its sentence.
        if field not in names and not (field == "" and any(name in detail for name in names)):
            yield f"the field {field!r}"
    for detail in (said["detail"], *(error["detail"] for error in errors)):
        if PROGRAMMERS.search(detail):
            yield f"a programmer's word: {detail[:200]}"


def test_every_refusal_of_the_api_names_the_field_or_the_rule(everything: None) -> None:
    tokens = {name: issue_token(Person.objects.get(username=name), "bot")[1] for name in ("Ada", KEEPER)}
    ApiToken.objects.update(rate_limit="1000000/sec")
    senders = {name: Sender(Authorization=f"Bearer {token}") for name, token in tokens.items()}
    for sender in senders.values():
        sender.refusals_change_nothing = True
    refused, wrong = 0, list[str]()
    for slug, who, action in actions_of_all():
        for name, what, args in spoiled(action):
            address = f"/api/v1/cycles/{slug}/actions/{action.name}/"
            answer: Any = senders[who].ready("post", address, json.dumps(args), "application/json")()
            if answer.status_code >= 400:
                refused += 1
                wrong += [f"{action.name}, {name} {what}: {each}" for each in unclear(action, answer)]
            elif what in ("an object", "unknown"):
                wrong.append(f"{action.name}, {name} {what}: accepted")
    assert not wrong, "\n".join(wrong)
    assert refused > 1000


NOTES = re.compile(
    r'<(?:ul class="errors"|div class="notice bad"|p class="notice bad)[^>]*>(.*?)</(?:ul|div|p)>', re.DOTALL
)


def notes_in(page: str) -> str:
    """What a page says of mistakes, without its tags."""
    return " ".join(re.sub(r"<[^>]+>", " ", " ".join(NOTES.findall(page))).split())


def test_a_page_says_what_is_wrong_with_a_field(everything: None) -> None:
    """A form that the page offers, with one field that nobody would type: it is shown again, and nothing is done."""
    senders = {name: Sender(name) for name in ("Ada", KEEPER)}
    for sender in senders.values():
        sender.refusals_change_nothing = True
    sent, wrong = 0, list[str]()
    for slug, who, action in actions_of_all():
        page = f"/c/{slug}/act/{action.name}/"
        for form in forms_on(page, senders[who].read(page)):
            if form.address != page:
                continue
            for name in set(form.fields) & set(action.schema()["properties"]):
                if form.fields[name][0] == "checkbox":
                    continue  # ticked, whatever it is sent as
                body = encoded({**form.usual, name: "No such thing" * 9000})
                answer: Any = senders[who].ready("post", page, body)()
                sent += 1
                text = answer.getvalue().decode(errors="replace")
                if answer.status_code not in (409, 413, 422) or PROGRAMMERS.search(notes_in(text)):
                    wrong.append(f"{action.name}, {name}: {answer.status_code} {notes_in(text)[:200]}")
                elif not notes_in(text):
                    wrong.append(f"{action.name}, {name}: {answer.status_code}, and says nothing")
    assert not wrong, "\n".join(wrong)
    assert sent > 40
