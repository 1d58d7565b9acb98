"""Burning (R22) as laws had it before a clause said it: in a section of numbers."""

from collections.abc import Iterator
from typing import Any

from pydantic import Field

from exoptosis.called import paid, paid_in
from exoptosis.cards import in_words
from exoptosis.events import CardBurnt
from exoptosis.law import modifiers_of
from exoptosis.locked import check_not_locked, open_cards
from nomic.clauses.arguments.cards import CardCode
from nomic.cycles.actions import Action, Args, Choice, Choices
from nomic.cycles.calendar import PhaseKind
from nomic.cycles.models import Entry
from nomic.cycles.moment import Act, Moment
from nomic.cycles.refusals import Refused
from nomic.inventory.law import Count, ItemName, named, unknown_items
from nomic.inventory.ledger import find_card, ledger_of
from nomic.inventory.models import Card
from nomic.law.by_rule import ByRule
from nomic.law.called import Called
from nomic.law.older import Document, Older
from nomic.law.older_rules import Told, Value, fits_schema, has_rules, told_by
from nomic.law.sections import Flaw, Law, Section, SectionModel
from nomic.players.lookup import is_player, player_of

RULE = ByRule("/burning", "Actions (R22)")


class Burning(SectionModel):
    """R22: how often, in which kinds of phases, and for what a card can be burnt."""

    times_per_phase: int = Field(ge=0, le=1000)
    phase_kinds: list[PhaseKind]
    gains: dict[ItemName, Count]


CALLED = (
    Called(
        "times_per_phase",
        "how many cards a player may burn in a phase",
        "card|cards",
        "burning limit times often most number",
    ),
    Called("phase_kinds", "in which phases cards can be burnt", also="burn burning when"),
    Called("gains", "what burning a card brings", also="burnt gain reward price", said=paid),
    Called("gains/*", "how much burning a card brings in {0}", also="burnt gain reward amount price", said=paid_in),
)


def _agrees(law: Law) -> Iterator[Flaw]:
    yield from unknown_items(law, *(("/burning/gains", item) for item in law.section("burning", Burning).gains))


SECTION = Section("burning", "Burning cards", Burning, agrees=_agrees, called=CALLED, is_older=True)


class BurnCardArgs(Args):
    """Which card to burn, by its code."""

    card: CardCode


def in_burning_phase(moment: Moment) -> None:
    """R22: only in the phases that the law says."""
    rules = moment.law.section("burning", Burning)
    if moment.cycle.phase_kind not in rules.phase_kinds:
        raise Refused("wrong-phase", f"Cards can be burnt in {' and '.join(rules.phase_kinds)} phases only.", RULE)


def not_too_often(moment: Moment) -> None:
    """R22: so many times a phase."""
    times = moment.law.section("burning", Burning).times_per_phase
    done = Entry.objects.filter(
        cycle=moment.cycle, actor=moment.actor.name, action="burn-card", phase=moment.cycle.phase
    ).count()
    if done >= times:
        raise Refused("too-often", f"You can burn {times} cards a phase, and you have burnt {done}.", RULE)


def indestructible(law: Law, card: Card) -> bool:
    """R30, R84: whether a modifier keeps the card from being destroyed."""
    known = modifiers_of(law)
    return any(known[name].indestructible for name in card.modifier_names if name in known)


def burnable(moment: Moment) -> list[Card]:
    """The actor's cards that can be destroyed."""
    return [
        card
        for card in moment.recall("open cards", lambda: open_cards(moment, moment.actor.name))
        if not indestructible(moment.law, card)
    ]


def has_card(moment: Moment) -> None:
    """A permit: the actor has a card that can be destroyed."""
    if not burnable(moment):
        raise Refused("no-card", "You have no card that can be burnt.", RULE)


def burn_card(act: Act, args: BurnCardArgs) -> None:
    """R22: a card is destroyed for what the law gives."""
    player = player_of(act)
    card = find_card(act, "card", args.card, player.name)
    if indestructible(act.law, card):
        raise Refused("indestructible", f"{in_words(act.law, card)} cannot be destroyed.", "Cards (R84)")
    check_not_locked(act, card)
    ledger, gains = ledger_of(act), act.law.section("burning", Burning).gains
    ledger.destroy_cards([card])
    for item, amount in sorted(gains.items()):
        ledger.grant(player.name, item, amount)
    got = " and ".join(named(act.law, item, amount) for item, amount in sorted(gains.items()))
    act.says(f"{player.name} burns {in_words(act.law, card)} for {got or 'nothing'}.")
    act.tell(CardBurnt(player=player.name, card=card.code))


def choices(moment: Moment) -> Choices:
    return {"card": [Choice(card.code, in_words(moment.law, card)) for card in burnable(moment)]}


ACTIONS = (
    Action(
        name="burn-card",
        channel="game-actions",
        title="Burn a card",
        told=("a card burnt", "{count} cards burnt"),
        summary="Destroy a card of yours for a Vertebra.",
        rule=RULE,
        args=BurnCardArgs,
        run=burn_card,
        permits=(is_player, in_burning_phase, not_too_often, has_card),
        choices=choices,
        section="burning",
        gives_way=True,
    ),
)


def fits(document: Document) -> bool:
    """Whether this is burning as laws had it, in a document with rules to tell of it."""
    return fits_schema(Burning, document["burning"]) and has_rules(document)


def told(document: Document) -> dict[str, Any]:
    """The document with an action by which cards are burnt; with none where they could be burnt at no time."""
    said = document["burning"]
    gains = [(item, n) for item, n in sorted(said["gains"].items()) if n]
    kinds = [kind for kind in said["phase_kinds"] if kind in {each["kind"] for each in document["calendar"]["phases"]}]
    clause = {
        "action": "Burn a card",
        "called": "burn-card",
        "says": "A card of yours is destroyed, for what the rule says.",
        "in": kinds,
        "limit": {"times": said["times_per_phase"], "per": "phase"},
        "with": {"card": {"is": "card", "says": "which card", "for": "destroy"}},
        "do": [{"destroy": "$card"}, *({"grant": item, "n": n, "to": "$me"} for item, n in gains)],
    }
    never = not kinds or not said["times_per_phase"]
    clauses = [] if never else [Told("burn", clause, "/burning", "actions", "Actions")]

    def quotes(value: Value) -> dict[str, str]:
        if never:
            return {"/gains": "nothing", "/phase_kinds": "no"}
        brings = {item: value("burn", "do", place, "n") for place, (item, _) in enumerate(gains, 1)}
        return {
            "/times_per_phase": value("burn", "limit", "times"),
            "/phase_kinds": value("burn", "in"),
            **{f"/gains/{item}": said for item, said in brings.items()},
            "/gains": " and ".join(f"{brings[item]} {_called(document, item, n)}" for item, n in gains) or "nothing",
        }

    return told_by(document, "burning", clauses, quotes)


def _called(document: Document, item: str, n: int) -> str:
    return item if n == 1 else str(document.get("items", {}).get(item, {}).get("plural", item))


OLDER = Older("/burning", fits, told)
