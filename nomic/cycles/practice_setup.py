"""Opens practice cycles that their owners can play at once."""

from typing import Any

from django.contrib.auth import get_user_model
from django.db import transaction
from django.utils.crypto import salted_hmac

from nomic.chance.random_tokens import fresh_hex
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.actions.registry import action_named
from nomic.cycles.commands.perform import perform
from nomic.cycles.creation import create_cycle
from nomic.cycles.domain.actor import Actor
from nomic.cycles.domain.exceptions import Refused
from nomic.cycles.models import Cycle, Status
from nomic.law.document.templates import described_templates
from nomic.law.schema.text_types import MAX_TITLE

MAX_OPEN = 5
_opening: list[tuple[str, dict[str, Any]]] = []


def opens_with(action: str, **args: Any) -> None:
    """Register an act that is performed as the owner of every new practice cycle, if it is available.

    Acts are performed in the order of registration, lower layers first.
    """
    if (action, args) not in _opening:
        _opening.append((action, args))


def perform_opening_acts(slug: str, owner: Actor) -> None:
    """Perform the registered opening acts in a practice cycle as its owner. Each is an ordinary act in the journal."""
    for name, args in _opening:
        cycle = Cycle.objects.get(slug=slug)
        ctx = ReadContext(cycle, owner, cycle.now())
        action = action_named(name)
        if action.is_listed(ctx.law) and action.refusal(ctx) is None:
            perform(slug, owner, name, args)


def open_practice_cycle(template: str, owner: Actor, key: str | None = None) -> Cycle:
    """Open a practice cycle with bots for a player who wants to learn the rules, and return it.

    The player can play in it at once. A repeated call with the same `key` returns the cycle opened before. Raises
    Refused if the player has MAX_OPEN cycles running, and NoSuchTemplate if there is no such template.
    """
    running = Cycle.objects.filter(practice=True, owner_name=owner.name, status=Status.RUNNING, fork_of=None)
    slug = f"practice-{_slug_suffix(template, owner, key)}"
    game = next((law.title for law in described_templates() if law.name == template), template)
    title = f"{game}, practice of {owner.name}"[:MAX_TITLE]
    with transaction.atomic():
        # If two cycles are opened at the same time, the second waits here and counts the first.
        get_user_model().objects.select_for_update(no_key=True).filter(pk=owner.person_id or 0).first()
        opened = Cycle.objects.filter(slug=slug).first()
        if opened is not None:
            return opened
        if running.count() >= MAX_OPEN:
            raise Refused("too-many", f"You have {MAX_OPEN} practice cycles running already.", "Practice")
        create_cycle(template, slug=slug, title=title, practice=True, owner_name=owner.name)
        perform_opening_acts(slug, owner)
    return Cycle.objects.get(slug=slug)


def _slug_suffix(template: str, owner: Actor, key: str | None) -> str:
    """Return a suffix that makes the slug unique and hard to guess.

    It is the same for the same key, and random without a key.
    """
    if key is None:
        return fresh_hex(4)
    return salted_hmac("practice", f"{owner.person_id} {template} {key}").hexdigest()[:8]
