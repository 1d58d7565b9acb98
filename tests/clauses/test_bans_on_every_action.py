"""A ban on an argument, for every action and argument: the banned value is refused and not offered, another one passes.

However the value is written: by number or by code, in capitals or not, or left out.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from nomic.clauses.vocabulary.action_events import declared_action_event
from nomic.cycles.actions.forms import form_for
from nomic.cycles.actions.registry import action_named, all_actions
from nomic.cycles.models import Entry
from nomic.law.document.cache import law_of
from nomic.law.document.sections import flaws_of
from nomic.law.document.templates import document_of, law_templates
from nomic.matches.hosting.open_match_with_others import OpenMatchArgs
from tests.proposals.test_suggestions import suggest
from tests.support.hall import ADMIN, Document, Hall, OpenCycle
from tests.support.knucklebones_cycles import law_with_bones
from tests.support.lanterns_game import lanterns, sit_down

PASSES = {"is": ["$for", "more_than", "$against"]}
MORE: Document = {
    "seconded": {"class": "Seconded", "seconds": {"n": 2}, "lasts": {"phases": 1}, "passes": PASSES},
    "balloted": {
        "class": "Balloted",
        "lasts": {"phases": 1},
        "ballot": {"options": ["Red", "Blue"], "counted": "approval", "ties": "none"},
        "passes": PASSES,
    },
}


@dataclass
class Case:
    """An act that is accepted, and for each argument another value that the law bans, as somebody may write it."""

    who: str
    passes: Document
    banned: Document
    known_as: Document = field(default_factory=dict)  # what the law calls the banned values, if otherwise

    def said(self, argument: str) -> Document:
        return {argument: self.banned[argument]}


__all__ = ["lanterns"]
Setup = Callable[[Hall], Case]


def code_in(entry: Entry, name: str) -> str:
    return next(str(event[name]) for event in entry.events if name in event)


def two_proposals(hall: Hall, who: str = "ada", **more: Any) -> tuple[str, str]:
    return hall.propose(who, title="One", **more), hall.propose(who, title="Two", **more)


def declare_reputable(hall: Hall) -> Case:
    hall.wait(days=20)
    hall.join("dan", "fay")
    hall.grant("fay", "Vertebra", RICH)
    return Case("ada", {"player": "dan"}, {"player": "FAY"}, {"player": "fay"})


def submit(hall: Hall) -> Case:
    hall.propose("ada", title="Older")
    suggest(hall, "bob")
    suggest(hall, "eve")
    ok = {"title": "T", "text": "Words.", "class": "urgent", "coauthors": ["bob"]}
    return Case("ada", ok, {"title": "No", "text": "No.", "class": None, "coauthors": ["eve"]}, {"class": "standard"})


def edit(hall: Hall) -> Case:
    one, _ = two_proposals(hall)
    code = hall.entries("submit-proposal")[-1]
    ok = {"proposal": one, "title": "T", "text": "Words."}
    return Case("ada", ok, {"proposal": "2", "title": "No", "text": "No."}, {"proposal": code_in(code, "proposal")})


def withdraw(hall: Hall) -> Case:
    one, two = two_proposals(hall)
    return Case("ada", {"proposal": one}, {"proposal": "2"}, {"proposal": two})


def vote(hall: Hall) -> Case:
    one, two = two_proposals(hall)
    return Case("bob", {"proposal": one, "vote": "for"}, {"proposal": 2, "vote": "against"}, {"proposal": two})


def offer_trade(hall: Hall) -> Case:
    mine, other = hall.grant_card("ada", "5"), hall.grant_card("ada", "7")
    theirs, others = hall.grant_card("bob", "5"), hall.grant_card("bob", "7")
    hall.grant("ada", "Chip", 4)
    hall.grant("bob", "Chip", 4)
    ok = {"gives": {"Chip": 1}, "gives_cards": [mine.code], "wants": {"Chip": 2}, "wants_cards": [theirs.code]}
    banned = {"gives": {"Chip": 3}, "gives_cards": [other.code], "wants": {"Chip": 4}, "wants_cards": [others.code]}
    return Case("ada", ok | {"to": "bob"}, banned | {"to": "EVE"}, {"to": "eve"})


def two_trades(hall: Hall) -> tuple[str, str]:
    hall.grant("ada", "Chip", 4)
    made = [hall.do("ada", "offer-trade", to="bob", gives={"Chip": n}, wants={"Vertebra": 1}) for n in (1, 2)]
    return code_in(made[0], "trade"), code_in(made[1], "trade")


def counter_trade(hall: Hall) -> Case:
    one, two = two_trades(hall)
    offer = offer_trade(hall)
    ok = {"trade": one, "version": 1, **offer.passes}
    del ok["to"]
    ok["gives_cards"], ok["wants_cards"] = ok["wants_cards"], ok["gives_cards"]
    banned = offer.banned | {"trade": "2", "version": 2}
    del banned["to"]
    banned["gives_cards"], banned["wants_cards"] = banned["wants_cards"], banned["gives_cards"]
    return Case("bob", ok, banned, {"trade": two})


def consent_trade(hall: Hall) -> Case:
    one, two = two_trades(hall)
    card = hall.grant_card("bob", "7")
    return Case("bob", {"trade": one, "version": 1}, {"trade": "2", "version": 2, "cards": [card.code]}, {"trade": two})


def take_back_consent(hall: Hall) -> Case:
    one, two = two_trades(hall)
    return Case("ada", {"trade": one}, {"trade": "2"}, {"trade": two})


def file_request(hall: Hall) -> Case:
    ok = {"kind": "question", "title": "May one?", "text": "Hm.", "about": ["Chip"]}
    return Case("ada", ok, {"kind": "statement", "title": "No", "text": "No.", "about": ["betting"]})


def two_requests(hall: Hall) -> tuple[str, str]:
    hall.do(ADMIN, "appoint-judge", player="ada", reason="for the test")
    made = [hall.do("bob", "file-request", kind="statement", title=f"S {n}") for n in (1, 2)]
    return code_in(made[0], "request"), code_in(made[1], "request")


def rule(hall: Hall) -> Case:
    one, two = two_requests(hall)
    ok = {"request": one, "verdict": "true", "reasoning": "So."}
    banned = {"request": "2", "verdict": "false", "reasoning": "No.", "answer": "No.", "about": ["betting"]}
    return Case("ada", ok, banned, {"request": two})


def two_rulings(hall: Hall) -> tuple[str, str]:
    made = [hall.do("ada", "rule", request=code, verdict="true", reasoning="So.") for code in two_requests(hall)]
    return code_in(made[0], "ruling"), code_in(made[1], "ruling")


def open_confidence_vote(hall: Hall) -> Case:
    one, two = two_rulings(hall)
    return Case("eve", {"ruling": one}, {"ruling": "2"}, {"ruling": two})


def vote_on_ruling(hall: Hall) -> Case:
    one, two = two_rulings(hall)
    for code in (one, two):
        hall.do("eve", "open-confidence-vote", ruling=code)
    return Case("bob", {"ruling": one, "vote": "affirm"}, {"ruling": "2", "vote": "overturn"}, {"ruling": two})


def overturn_own_ruling(hall: Hall) -> Case:
    one, two = two_rulings(hall)
    return Case("ada", {"ruling": one, "reason": "So."}, {"ruling": "2", "reason": "No."}, {"ruling": two})


def buy(hall: Hall) -> Case:
    hall.grant("ada", "Vertebra", 900)
    return Case("ada", {"offer": "Chip", "count": 2}, {"offer": "Handy Pack", "count": 3})


def open_pack(hall: Hall) -> Case:
    for pack in ("Handy Pack", "Already-opened Pack"):
        hall.grant("ada", pack)
    return Case("ada", {"pack": "Already-opened Pack"}, {"pack": "Handy Pack"})


def decks(hall: Hall) -> None:
    for name in ("ada", "bob", "eve"):
        for _ in range(5):
            hall.grant_card(name, "5")


def request_duel(hall: Hall) -> Case:
    decks(hall)
    return Case("ada", {"players": ["bob"]}, {"players": ["EVE"]}, {"players": ["eve"]})


def duels(hall: Hall) -> tuple[str, str]:
    decks(hall)
    made = [hall.do(name, "request-duel", players=["eve"]) for name in ("ada", "bob")]
    return code_in(made[0], "match"), code_in(made[1], "match")


def asked_for_duels(hall: Hall) -> Case:
    one, two = duels(hall)
    return Case("eve", {"match": one}, {"match": two})


def withdraw_duel(hall: Hall) -> Case:
    one, two = duels(hall)
    return Case("ada", {"match": one}, {"match": two})


def intend(hall: Hall) -> Case:
    return Case(
        "ada", {"opponents": ["bob"], "how": "each"}, {"opponents": ["EVE"], "how": "one"}, {"opponents": ["eve"]}
    )


def judge_enacts(hall: Hall) -> Case:
    hall.do(ADMIN, "appoint-judge", player="ada", reason="for the test")
    one, two = two_proposals(hall)
    for code in (one, two):
        hall.vote(code, bob="for", eve="for")
    hall.next_phase()
    hall.next_phase()
    ok = {"proposal": one, "words_only": True, "reason": "So."}
    return Case("ada", ok, {"proposal": "2", "words_only": False, "reason": "No."}, {"proposal": two})


def second(hall: Hall) -> Case:
    one, two = two_proposals(hall, **{"class": "seconded"})
    return Case("bob", {"proposal": one}, {"proposal": "2", "take_back": True}, {"proposal": two})


def vote_by_ballot(hall: Hall) -> Case:
    code = hall.propose("ada", **{"class": "balloted"})
    return Case("bob", {"proposal": code, "vote": "for", "options": ["Red"]}, {"options": ["Blue"]})


def moves(hall: Hall) -> Case:
    one, two = sit_down(hall, "ada", "bob").code, sit_down(hall, "ada", "eve").code
    wish = {"kind": "wish"}
    return Case("ada", {"match": one, "move": wish, "answers": [[5]]}, {"match": two, "expected_version": 7})


def orders(hall: Hall) -> Case:
    one, two = sit_down(hall, "ada", "bob").code, sit_down(hall, "ada", "eve").code
    return Case("ada", {"match": one, "order": {"kind": "rest"}}, {"match": two})


def orders_given(hall: Hall) -> Case:
    case = orders(hall)
    given = [
        hall.do("ada", "give-standing-order", match=code, order={"kind": "rest"})
        for code in (case.passes["match"], case.banned["match"])
    ]
    one, two = (code_in(entry, "order") for entry in given)
    return Case("ada", {"match": case.passes["match"], "order": one}, {"match": case.banned["match"], "order": two})


def open_with_others(hall: Hall) -> Case:
    return Case("ada", {"players": ["bob"]}, {"players": ["EVE"]}, {"players": ["eve"]})


def law_for(action: str) -> Document:
    """A law with the section under which an action exists, taken from a template that has it."""
    document, section = law_with_bones(), action_named(action).section
    if section and section not in document:
        templates = (document_of(name) for name in law_templates())
        document[section] = next(each[section] for each in templates if section in each)
    return document


CASES: list[tuple[str, Setup]] = [
    ("declare-reputable", declare_reputable),
    ("submit-proposal", submit),
    ("edit-proposal", edit),
    ("withdraw-proposal", withdraw),
    ("vote", vote),
    ("vote", vote_by_ballot),
    ("second-proposal", second),
    ("offer-trade", offer_trade),
    ("counter-trade", counter_trade),
    ("consent-trade", consent_trade),
    ("take-back-consent", take_back_consent),
    ("withdraw-trade", take_back_consent),
    ("file-request", file_request),
    ("rule", rule),
    ("open-confidence-vote", open_confidence_vote),
    ("vote-on-ruling", vote_on_ruling),
    ("overturn-own-ruling", overturn_own_ruling),
    ("judge-enacts", judge_enacts),
    ("buy", buy),
    ("open-pack", open_pack),
    ("request-duel", request_duel),
    ("accept-duel", asked_for_duels),
    ("decline-duel", asked_for_duels),
    ("withdraw-duel", withdraw_duel),
    ("intend-knucklebones", intend),
    ("move", moves),
    ("give-standing-order", orders),
    ("withdraw-standing-order", orders_given),
    *((each.name, open_with_others) for each in all_actions() if each.args is OpenMatchArgs),
]
RICH = 500
# Free words, numbers of a version and yes or no are typed or ticked, and not offered.
TYPED = {"title", "text", "reason", "reasoning", "answer", "about", "version", "expected_version", "take_back"}
TYPED |= {"words_only", "gives", "wants"}


def _ban(action: str, name: str, kind: str, value: Any) -> Document:
    """A ban on one value of an argument. Of players it names those who are rich, and of cards the sevens."""
    said = f"${name}"
    conditions: dict[str, Callable[[], Any]] = {
        "number": lambda: {"is": [said, "equals", value]},
        "truth": lambda: said if value else {"not": said},
        "amounts": lambda: {"is": [{"amount": "Chip", "in": said}, "equals", value["Chip"]]},
        "players": lambda: {"is": [{"stock": "Vertebra", "of": said}, "at_least", RICH]},
        "cards": lambda: {"has": said, "species": "7"},
        "proposals": lambda: {"member": said, "of": {"values": [value]}},
        "names": lambda: {"member": {"values": value if isinstance(value, list) else [value]}, "of": said},
    }
    condition = conditions[kind]()
    return {"forbid": action, "if": condition, "because": f"This {name} is barred"}


def _judged(action: str) -> dict[str, Any]:
    """The arguments that a ban may judge, with their kinds."""
    return dict(declared_action_event(action_named(action)).args)


BANNABLE = [action for action in all_actions() if action.can_be_forbidden]


def test_every_argument_that_a_ban_may_judge_has_a_case() -> None:
    """Of the host and of all games."""
    cases, judged = {action for action, _ in CASES}, {action.name for action in BANNABLE if _judged(action.name)}
    assert judged - cases == set(), "add a function that prepares such an act, and a row to CASES"
    assert cases - judged == set(), "take the rows of these from CASES"


@pytest.mark.parametrize(("action", "setup"), CASES, ids=lambda each: getattr(each, "__name__", each))
def test_a_ban_on_an_argument_holds_however_it_is_said_and_what_it_bans_is_not_offered(
    action: str, setup: Setup, open_cycle: OpenCycle, monkeypatch: pytest.MonkeyPatch, lanterns: object
) -> None:
    """The refusal names the rule; what the bans do not name goes through."""
    document = law_for(action)
    document["rules"]["voting-more"] = {"title": "More", "body": "", "place": 901, "clauses": MORE}
    hall = open_cycle(document, slug="bans")
    hall.join("ada", "bob", "eve")
    case = setup(hall)
    hall.grant("eve", "Vertebra", RICH)
    fields = {name: action_named(action).args.model_fields[name].alias or name for name in _judged(action)}
    named = {
        name: case.known_as.get(field, case.banned[field]) for name, field in fields.items() if field in case.banned
    }
    kinds = _judged(action)
    bans = {name.replace("_", "-"): _ban(action, name, kinds[name], value) for name, value in named.items()}
    tolls = {"title": "Tolls", "body": "", "place": 900, "clauses": bans}
    law = law_of(document | {"rules": document["rules"] | {"tolls": tolls}}, hall.cycle.revision)
    assert [*flaws_of(law.document)] == []
    monkeypatch.setattr("nomic.cycles.models.law_at", lambda book, number: law)
    shown = form_for(action_named(action), hall.read_context(case.who)).base_fields
    for name in named:
        said = {each: value for each, value in (case.passes | case.said(fields[name])).items() if value is not None}
        assert hall.refused(case.who, action, "forbidden", "Tolls", **said).detail == f"This {name} is barred."
        if name not in TYPED:
            offered = {str(value) for value, _ in getattr(shown.get(fields[name]), "choices", ())}
            value: Any = named[name]
            barred = value if isinstance(value, list) else [value]
            assert not {str(each) for each in barred} & offered, name
    hall.do(case.who, action, **case.passes)
