"""Cycles in which everything there is can be done: every game is played, a rule asks, a rule brings an action."""

from typing import Any

from nomic.accounts.models import Person
from nomic.accounts.tokens import issue_token
from nomic.comments.post import post_comment
from nomic.corrections.background.build_fork import build_waiting
from nomic.cycles.commands.perform import new_idempotency_key
from nomic.cycles.models import Cycle, Entry
from nomic.forecast.simulation_jobs import ask_for
from nomic.law.document.templates import document_of
from nomic.notices.webhook_settings import set_webhook
from nomic.proposals.models import Proposal, ProposalStatus, Suggestion
from tests.support.battle_cycles import Battle
from tests.support.furnished_cycle import KEEPER, act, cycle_under, furnished_hall, propose
from tests.support.knucklebones_practice import PlayedGame

CLAUSES: dict[str, Any] = {
    "motto": {"value": "Motto", "is": "name", "longest": 100},
    "say": {
        "action": "Say something",
        "with": {
            "what": {"is": "text"},
            "much": {"is": "number", "least": 0, "most": 9},
            "whom": {"is": "player"},
            "word": {"is": "name", "one_of": ["Up", "Down"]},
            "item": {"is": "item", "own": True},
        },
        "do": [{"announce": "$me says $what to $whom."}, {"set": "Motto", "to": "$what"}],
    },
    "ask": {
        "action": "Ask for a lamp",
        "do": [
            {"let": "luck", "be": {"roll": "1d6"}},
            {"offer": "The lamp?", "options": [{"say": "Light it", "do": [{"announce": "Lit."}]}]},
        ],
    },
}


PETITION: dict[str, Any] = {
    "class": "Petition",
    "seconds": {"n": 2},
    "lasts": {"hours": 48},
    "passes": {"is": ["$for", "more_than", "$against"]},
}


def open_all_games() -> None:
    """Open the cycles `hall`, `rules`, `battle`, `bones`, `boards` and `delve`. Ada plays in each."""
    furnished_hall("hall")
    _say_things()
    document = document_of("cycle-16")
    document["rules"]["tolls"] = {
        "title": "Tolls",
        "body": "Words.",
        "place": 900,
        "clauses": CLAUSES | {"petition": PETITION},
    }
    cycle_under(document, "cycle-16", "rules", "Ada", "Ben")
    act("rules", "Ada", "tolls_ask")
    other = {"op": "replace", "path": "/rules/tolls/body", "value": "Other words."}
    act("rules", "Ben", "submit-proposal", title="Tolls", text="Words.", amendments=[other], **{"class": "petition"})
    Battle("battle", Ada=("7", "5", "5", "5", "5"), Ben=("7", "5", "5", "5", "5")).start()
    PlayedGame("bones", "Ada", "Ben")
    for slug, template in (("boards", "tetromic"), ("delve", "dungeon")):
        cycle_under(document_of(template), template, slug, "Ada", "Ben")


def _say_things() -> None:
    """A comment, a suggestion, a simulation, a correction, a duel, a token and a webhook."""
    cycle, ada = Cycle.objects.get(slug="hall"), Person.objects.get(username="Ada")
    keeper = Person.objects.get(username=KEEPER)
    own = propose("hall", "Ada", "Chips", "Dearer.", {"op": "replace", "path": "/items/Chip/text", "value": "A chip."})
    proposal = Proposal.objects.get(cycle=cycle, code=own)
    assert proposal.status == ProposalStatus.OPEN
    for person in (ada, keeper):
        post_comment(person, cycle, proposal, new_idempotency_key(), text="Words.", quote="")
        set_webhook(person, "https://example.org/hook")
        issue_token(person, "a bot")
    Suggestion.objects.create(
        cycle=cycle, proposal=own, author="Ada", person=keeper, name=KEEPER, title="Cheaper", sent_at=cycle.now()
    )
    ask_for(ada, cycle, proposal, 1)
    bought = Entry.objects.filter(cycle=cycle, action="buy").earliest("seq")
    act("hall", KEEPER, "open-correction", edits=[{"do": "void", "entry": bought.key}], reason="wrong")
    assert build_waiting() == 1
    for name in ("Ada", "Ben"):
        for _ in range(4):
            act("hall", KEEPER, "correct-grant-card", player=name, species="5", modifiers=[], reason="a duel")
    act("hall", "Ben", "request-duel", players=["Ada"])
