"""Battles: declared in one phase, fought from the beginning of the next one (R31, R32, R94, R54)."""

from collections.abc import Iterable

from exoptosis.cards.card_properties import originals_of
from exoptosis.cards.locks import makes_duplicates, open_cards
from exoptosis.cards.running_games import matches_of_the_game
from exoptosis.engine.external_event_types import Joined, Withdrew
from exoptosis.engine.state import Kind
from exoptosis.events import BattleDeclared
from exoptosis.law.battles import Battles
from exoptosis.law.cards import modifiers_of
from exoptosis.law.match_limits import cards_for_a_battle
from exoptosis.matches.unstarted_matches import open_game
from nomic.cycles.actions.context import ActionContext, ReadContext
from nomic.cycles.actions.registry import Action, NoArgs
from nomic.cycles.domain.calendar import round_in_words
from nomic.cycles.domain.events import PhaseBegan
from nomic.cycles.domain.exceptions import Refused
from nomic.inventory.models import Card
from nomic.law.labels.value_labels import in_unit
from nomic.law.rules.reference import RuleRef
from nomic.matches.contract.external_events import Begun
from nomic.matches.hosting.lifecycle import send_external_event
from nomic.matches.hosting.loaded_match import loaded_match
from nomic.matches.models import Match, MatchStatus
from nomic.players.lookup import is_player, player_of

RULE = RuleRef("/battles", "Exoptotic Battle (R94)")
BATTLE: Kind = "battle"


def gathering_battle(ctx: ReadContext) -> Match | None:
    """Return the battle that players can declare for now, which begins with the next phase, or None."""
    for match, _ in matches_of_the_game(ctx):
        if match.kind == BATTLE and match.status == MatchStatus.GATHERING:
            return match
    return None


def has_declared(ctx: ReadContext) -> bool:
    """Return whether the actor has declared for the next battle."""
    match = gathering_battle(ctx)
    return match is not None and any(
        seat.player == ctx.actor.name and seat.status == "in" for seat in loaded_match(ctx, match).seats
    )


def in_time_to_declare(ctx: ReadContext) -> None:
    """Precondition (R94, R54): raises Refused unless the law allows declarations in this kind of phase."""
    kinds = ctx.law.section("battles", Battles).declare_in
    if ctx.cycle.phase_kind not in kinds:
        raise Refused("wrong-phase", f"You can declare a battle only in {' and '.join(kinds)} phases.", RULE)


def not_declared_yet(ctx: ReadContext) -> None:
    if has_declared(ctx):
        raise Refused("declared", "You have declared for the next battle already.", RULE)


def declared_before(ctx: ReadContext) -> None:
    if not has_declared(ctx):
        raise Refused("not-declared", "You have not declared for the next battle.", RULE)


def enough_cards(ctx: ReadContext) -> None:
    """Precondition (R94): raises Refused unless the actor has enough cards that may be in a first hand."""
    needed = cards_for_a_battle(ctx)
    if len(fit_for_first_hand(ctx)) < needed:
        raise Refused("too-few-cards", too_few_cards(ctx, needed, "a battle"), RULE)


def too_few_cards(ctx: ReadContext, needed: int, game: str) -> str:
    """Return a sentence with the number of cards that the actor needs and has, and which cards count if not all do."""
    fit = len(fit_for_first_hand(ctx))
    fit_for_a_hand = " that a first hand may have" if len(_open_cards(ctx)) > fit else ""
    free = "" if makes_duplicates(ctx) else " that are in no other game"
    return f"You need {in_unit(needed, 'card|cards')}{free}{fit_for_a_hand} for {game}, and have {fit or 'none'}."


def fit_for_first_hand(ctx: ReadContext) -> list[Card]:
    """Return the actor's cards that no game locks and no modifier excludes from a first hand."""
    return cards_for_first_hand(ctx, _open_cards(ctx))


def _open_cards(ctx: ReadContext) -> list[Card]:
    return ctx.recall("open cards", lambda: open_cards(ctx, ctx.actor.name))


def cards_for_first_hand(ctx: ReadContext, cards: Iterable[Card]) -> list[Card]:
    """Return the cards that no modifier excludes from a first hand."""
    known = modifiers_of(ctx.law)
    return [
        card
        for card in cards
        if not any(known[name].not_in_first_hand for name in card.modifier_names if name in known)
    ]


def declare_battle(act: ActionContext, args: NoArgs) -> None:
    """Declare for the battle (R31).

    Duplicates of all the player's cards become their deck. The hand is chosen later.
    """
    player = player_of(act)
    match = gathering_battle(act)
    if match is None:
        round_ = round_in_words(act.law, act.cycle.starts_at, act.cycle.phase_ends_at)
        match = open_game(act, f"The battle of {round_}", BATTLE, phase=act.cycle.phase + 1)
    act.add_facts(match=match.code)
    send_external_event(act, match, Joined(player.name, originals_of(open_cards(act, player.name))))
    act.message(f"{player.name} declares for {match.title[0].lower()}{match.title[1:]}.")
    act.emit(BattleDeclared(match=match.code, player=player.name))


def withdraw_battle(act: ActionContext, args: NoArgs) -> None:
    """Withdraw a declaration before the phase ends (R94)."""
    player, match = player_of(act), gathering_battle(act)
    if match is not None:
        act.add_facts(match=match.code)
        send_external_event(act, match, Withdrew(player.name))
        act.message(f"{player.name} takes their declaration back.")


def begin_battles(act: ActionContext, began: PhaseBegan) -> None:
    """Begin the battle of the new phase (R32), or call it off if too few players have declared."""
    for match, _ in list(matches_of_the_game(act)):
        if match.kind == BATTLE and match.status == MatchStatus.GATHERING:
            send_external_event(act, match, Begun())


ACTIONS = (
    Action(
        name="declare-battle",
        channel="battle-commencement",
        title="Declare for battle",
        summary_phrases=("{player} declared for battle", "{count} players declared for battle"),
        summary="Take part in the battle that begins with the next phase. You choose your hand when it begins.",
        rule=RULE,
        run=declare_battle,
        preconditions=(is_player, in_time_to_declare, not_declared_yet, enough_cards),
        facts={"match": "names"},
        section="battles",
    ),
    Action(
        name="withdraw-battle",
        channel="battle-commencement",
        title="Take back your declaration",
        summary_phrases=("a declaration for battle taken back", "{count} declarations for battle taken back"),
        summary="Withdraw from the next battle.",
        rule=RULE,
        run=withdraw_battle,
        preconditions=(is_player, declared_before),
        facts={"match": "names"},
        section="battles",
    ),
)
