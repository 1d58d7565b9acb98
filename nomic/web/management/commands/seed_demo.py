"""`manage.py seed_demo`: fills an empty database with demo data. `./run` calls it."""

from argparse import ArgumentParser
from datetime import timedelta
from typing import Any

from django.contrib.auth.hashers import check_password, make_password
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils import timezone

from nomic.accounts.models import Person
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.actions.registry import action_named
from nomic.cycles.commands.perform import perform
from nomic.cycles.creation import create_cycle
from nomic.cycles.domain.actor import Actor
from nomic.cycles.domain.exceptions import Refusal
from nomic.cycles.models import Cycle
from nomic.cycles.practice_setup import perform_opening_acts
from nomic.law.document.templates import NoSuchTemplate, described_templates
from nomic.proposals.events import ProposalSubmitted
from nomic.proposals.initial_proposals import proposals_for

TEMPLATE = "cycle-16"
PRACTICE = "practice"
PASSWORD = "gilded-hall"  # noqa: S105 - printed on the terminal, for trying out
ADMIN = "Keeper"
OWNER = "Ada"
PLAYERS = (OWNER, "Ben", "Cleo", "Dora", "Emil")
RULE = {
    "title": "Lost umbrellas",
    "body": "An umbrella that was left in the hall belongs to the hall. Whoever finds one says so.",
    "parent": None,
    "place": 900,
}
UMBRELLAS = {
    "title": "Lost umbrellas",
    "text": "Somebody should say whose they are.",
    "amendments": [{"op": "add", "path": "/rules/lost-umbrellas", "value": RULE}],
}
CHEAPER = {
    "title": "Cheaper Deck Packs",
    "text": "It costs nearly all that a new player has. For 15 Vertebrae they could buy one and have some left.",
    "amendments": [{"op": "replace", "path": "/shop/offers/Deck Pack/costs/Vertebra", "value": 15}],
}


LAST_VISIT = timedelta(hours=5)  # before the database is filled


class Command(BaseCommand):
    help = "Fill an empty database with demo cycles and people, and print their logins."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--migrate", action="store_true", help="migrate the database first: one start of Django instead of two"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["migrate"]:
            call_command("migrate", interactive=False, verbosity=0)
        # All share one salt, so a single slow hash finds the accounts that still have this password at every start.
        password = make_password(PASSWORD, salt="printedOnTheTerminal")
        if not Person.objects.exists() and not Cycle.objects.exists():
            with transaction.atomic():
                fill(password)
        hashes = Person.objects.filter(username__in=(*PLAYERS, ADMIN)).values_list("username", "password")
        # Django rehashes a password with a salt of its own when a person logs in.
        names = {name for name, known in hashes if known == password or check_password(PASSWORD, known)}
        players = [name for name in PLAYERS if name in names]
        if players:
            self.stdout.write(f"Demo players: {', '.join(players)}; password: {PASSWORD}")
        if ADMIN in names:
            self.stdout.write(f"Demo admin (also at /admin/): {ADMIN}; password: {PASSWORD}")


def fill(password: str) -> None:
    """Create people, the real cycle, a practice cycle with some history, and new practice cycles of the other laws."""
    actors = {name: Actor.person(Person.objects.create(username=name, password=password)) for name in PLAYERS}
    # They have been here before, so that the front page says what has happened since.
    Person.objects.update(seen_at=timezone.now() - LAST_VISIT)
    Person.objects.create(username=ADMIN, password=password, is_staff=True, is_superuser=True)
    others = [law for law in described_templates() if law.name != TEMPLATE]
    for law in others:
        create_cycle(law.name, title=f"{law.title}, for practice", practice=True, owner_name=OWNER)
    try:
        create_cycle(TEMPLATE)
        # It is published to the wiki, so that the wiki shows a cycle with some history.
        create_cycle(TEMPLATE, slug=PRACTICE, title="Practice hall", practice=True, owner_name=OWNER, published=True)
    except NoSuchTemplate as error:
        raise CommandError(f"the law template {TEMPLATE} is not installed") from error
    perform(TEMPLATE, actors[OWNER], "join", {})
    for slug in (PRACTICE, *(law.name for law in others)):
        perform_opening_acts(slug, actors[OWNER])
    for slug in (TEMPLATE, PRACTICE, *(law.name for law in others)):
        for name in PLAYERS[1:]:
            perform(slug, actors[name], "join", {})
    # The owner buys nothing: the person who tries this out plays as her and needs something to spend.
    for place, name in enumerate(PLAYERS[1:4]):
        for action in ("buy", "open-pack"):
            act_somehow(actors[name], action, place)
    perform(PRACTICE, actors["Dora"], "gift", {"to": OWNER})
    propose(PRACTICE, actors, "Ben", UMBRELLAS, Ben="for", Cleo="for", Dora="against")
    for proposal in proposals_for(TEMPLATE):
        propose(PRACTICE, actors, "Cleo", proposal, Ben="for", Cleo="for", Emil="for")
    propose(TEMPLATE, actors, "Ben", CHEAPER, Ben="for", Dora="against")


def propose(slug: str, actors: dict[str, Actor], author: str, proposal: dict[str, Any], **votes: str) -> None:
    """Submit a proposal in a cycle, and vote on it."""
    submitted = perform(slug, actors[author], "submit-proposal", proposal).entry
    code = next(ProposalSubmitted.among(submitted.events)).proposal
    for name, vote in votes.items():
        perform(slug, actors[name], "vote", {"proposal": code, "vote": vote})


def act_somehow(actor: Actor, name: str, place: int) -> None:
    """Perform an action in the practice cycle with one of the offered choices.

    `place` makes each person choose differently. The choices are not fixed in code, because the offers depend on the
    law.
    """
    cycle = Cycle.objects.get(slug=PRACTICE)
    action = action_named(name)
    offered = action.choices(ReadContext(cycle, actor, cycle.now())) if action.choices else {}
    arguments = {argument: choices[-1 - place % len(choices)].value for argument, choices in offered.items() if choices}
    try:
        perform(PRACTICE, actor, name, arguments)
    except Refusal as refusal:
        raise CommandError(f"{actor.name} cannot {name} in the practice cycle: {refusal}") from refusal
