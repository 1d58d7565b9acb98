"""Duels: a player asks others, and they play as soon as all have accepted (R32, R95)."""

from typing import Annotated

from pydantic import Field

from exoptosis.cards.card_properties import originals_of
from exoptosis.cards.locks import open_cards
from exoptosis.cards.running_games import GAME, matches_of_the_game
from exoptosis.engine.external_event_types import Accepted, Declined, Invited, Joined, Withdrew
from exoptosis.engine.state import Kind
from exoptosis.events import DuelAccepted, DuelDeclined, DuelRequested, DuelWithdrawn
from exoptosis.law.battles import GameLaw
from exoptosis.law.match_limits import duels_a_phase
from exoptosis.matches.battles import fit_for_first_hand, too_few_cards
from exoptosis.matches.unstarted_matches import open_game
from nomic.cycles.actions.context import ActionContext, ReadContext
from nomic.cycles.actions.registry import Action, Args, Choice, Choices
from nomic.cycles.domain.exceptions import BadArguments, Refused
from nomic.db import Prepared
from nomic.effects.prose.english_grammar import listed
from nomic.law.labels.value_labels import in_unit
from nomic.law.rules.reference import RuleRef
from nomic.matches import repetition_notices
from nomic.matches.contract.tagged_unions import kind_of
from nomic.matches.hosting.lifecycle import find_match, send_external_event
from nomic.matches.hosting.loaded_match import loaded_match
from nomic.matches.hosting.moves.actions import MatchCode
from nomic.matches.models import Match, MatchStatus, MatchStep, StepKind
from nomic.notices import kinds
from nomic.notices.notify import notify
from nomic.players.lookup import PlayerName, as_choices, find_player, is_player, other_players, player_of

RULE = RuleRef("/duels", "Exoptotic Duel (R95)")
DUEL: Kind = "duel"
MAX_ASKED = 19
JOINING = (kind_of(Joined), kind_of(Accepted))  # the external events by which a player joins a duel
ASKED = kinds.NoticeKind(
    "duel-asked", "Somebody challenges you to a duel", kinds.Heading.GAMES, open_pages=repetition_notices.invitations
)


_joined = Prepared(
    lambda cycle, player, phase: (
        MatchStep.objects.filter(
            match__in=Match.objects.filter(cycle_id=cycle, game=GAME, kind=DUEL, seats__player=player),
            kind=StepKind.HAPPENING,
            move__kind__in=JOINING,
            entry__phase=phase,
        )
        .order_by()
        .values_list("move", "match__result")
    ),
    int,
    str,
    int,
    for_pages=True,
)


class RequestArgs(Args):
    """The players to ask."""

    players: Annotated[list[PlayerName], Field(min_length=1, max_length=MAX_ASKED)]


class DuelArgs(Args):
    """The duel to accept, decline or withdraw."""

    match: MatchCode


def may_still_duel(ctx: ReadContext) -> None:
    """Precondition (R32, R127): raises Refused if the actor has reached the limit of duels per phase.

    Duels that were called off do not count (R95).
    """
    most, played = duels_a_phase(ctx, ctx.actor.name), duels_this_phase(ctx, ctx.actor.name)
    if played >= most:
        already = f", and have joined {'it' if most == 1 else 'them'}" if most else ""
        raise Refused("once-a-phase", f"You may take part in {in_unit(most, 'duel|duels')} per phase{already}.", RULE)


def duels_this_phase(ctx: ReadContext, player: str) -> int:
    """Return the number of duels that a player has joined in this phase, by requesting or accepting (R127)."""
    joined = _joined.all(ctx.cycle.pk, player, ctx.cycle.phase)
    return sum(move.get("player") == player and (result or {}).get("ending") != "off" for move, result in joined)


def enough_cards(ctx: ReadContext) -> None:
    """Precondition (R32): raises Refused unless the actor has enough cards for a hand."""
    needed = ctx.law.section("exoptosis", GameLaw).hand.at_least
    if len(fit_for_first_hand(ctx)) < needed:
        raise Refused("too-few-cards", too_few_cards(ctx, needed, "a duel"), RULE)


def somebody_to_ask(ctx: ReadContext) -> None:
    if not other_players(ctx):
        raise Refused("nobody-else", "There is nobody else to ask.", RULE)


def gathering_duels(ctx: ReadContext, status: str) -> list[Match]:
    """Return the duels that have not begun and in which the actor's seat has this status."""
    return [
        match
        for match, state in matches_of_the_game(ctx)
        if match.kind == DUEL
        and match.status == MatchStatus.GATHERING
        and any(seat.player == ctx.actor.name and seat.status == status for seat in state.seats)
    ]


def is_asked(ctx: ReadContext) -> None:
    if not gathering_duels(ctx, "invited"):
        raise Refused("not-asked", "Nobody has asked you for a duel.", RULE)


def has_asked(ctx: ReadContext) -> None:
    if not own_requests(ctx):
        raise Refused("nothing-asked", "You have no open request for a duel.", RULE)


def own_requests(ctx: ReadContext) -> list[Match]:
    """Return the actor's own requests that wait for answers."""
    return [match for match in gathering_duels(ctx, "in") if loaded_match(ctx, match).seats[0].player == ctx.actor.name]


def request_duel(act: ActionContext, args: RequestArgs) -> None:
    """Request a duel (R32). All asked players must accept."""
    player = player_of(act)
    asked = [find_player(act, "players", name).name for name in dict.fromkeys(args.players)]
    if player.name in asked:
        raise BadArguments.on("players", "you cannot ask yourself")
    title = f"The duel of {listed([player.name, *asked])}"[:120]
    match = open_game(act, title, DUEL)
    send_external_event(act, match, Joined(player.name, originals_of(open_cards(act, player.name))))
    for name in asked:
        send_external_event(act, match, Invited(name))
    notify(
        act, asked, ASKED.name, f"{player.name} challenges you to a duel.", f"/c/{act.cycle.slug}/matches/{match.code}/"
    )
    act.emit(DuelRequested(match=match.code, player=player.name, players=asked))


def accept_duel(act: ActionContext, args: DuelArgs) -> None:
    """Accept a duel (R32).

    The player's cards are duplicated as their deck. When the last player accepts, the duel begins.
    """
    match = _gathering(act, args.match, "invited")
    name = player_of(act).name
    send_external_event(act, match, Accepted(name, originals_of(open_cards(act, name))))
    act.emit(DuelAccepted(match=match.code, player=name))


def decline_duel(act: ActionContext, args: DuelArgs) -> None:
    """Decline a duel, which is then called off (R32, R95)."""
    match = _gathering(act, args.match, "invited")
    send_external_event(act, match, Declined(player_of(act).name))
    act.emit(DuelDeclined(match=match.code, player=act.actor.name))


def withdraw_duel(act: ActionContext, args: DuelArgs) -> None:
    """Withdraw the actor's request before all have answered."""
    match = _gathering(act, args.match, "in")
    send_external_event(act, match, Withdrew(player_of(act).name))
    act.emit(DuelWithdrawn(match=match.code, player=act.actor.name))


def _gathering(act: ActionContext, code: str, status: str) -> Match:
    """Return the duel with that code in which the actor's seat has this status.

    Raises BadArguments on "match" if there is none.
    """
    match = find_match(act, code)
    if match.pk not in {duel.pk for duel in gathering_duels(act, status)}:
        raise BadArguments.on("match", f"there is no duel {code!r} that is waiting for this")
    return match


def ask_choices(ctx: ReadContext) -> Choices:
    return {"players": as_choices(other_players(ctx))}


def asked_choices(ctx: ReadContext) -> Choices:
    return {"match": [Choice(match.code, match.title) for match in gathering_duels(ctx, "invited")]}


def own_choices(ctx: ReadContext) -> Choices:
    return {"match": [Choice(match.code, match.title) for match in own_requests(ctx)]}


ACTIONS = (
    Action(
        name="request-duel",
        channel="battle-commencement",
        title="Ask for a duel",
        summary_phrases=("a duel asked for", "{count} duels asked for"),
        summary="Ask other players for a duel; it begins when all have accepted.",
        rule=RULE,
        args=RequestArgs,
        run=request_duel,
        preconditions=(is_player, may_still_duel, enough_cards, somebody_to_ask),
        choices=ask_choices,
        section="duels",
    ),
    Action(
        name="accept-duel",
        channel="battle-commencement",
        title="Accept a duel",
        summary_phrases=("a duel accepted", "{count} duels accepted"),
        summary="Take part in a duel that you are invited to.",
        rule=RULE,
        args=DuelArgs,
        run=accept_duel,
        preconditions=(is_player, is_asked, may_still_duel, enough_cards),
        choices=asked_choices,
        section="duels",
    ),
    Action(
        name="decline-duel",
        channel="battle-commencement",
        title="Decline a duel",
        summary_phrases=("a duel declined", "{count} duels declined"),
        summary="Decline a duel that you were invited to. It is cancelled.",
        rule=RULE,
        args=DuelArgs,
        run=decline_duel,
        preconditions=(is_player, is_asked),
        choices=asked_choices,
        section="duels",
    ),
    Action(
        name="withdraw-duel",
        channel="battle-commencement",
        title="Take back a request for a duel",
        summary_phrases=("a duel taken back", "{count} duels taken back"),
        summary="Cancel the duel that you asked for.",
        rule=RULE,
        args=DuelArgs,
        run=withdraw_duel,
        preconditions=(is_player, has_asked),
        choices=own_choices,
        section="duels",
    ),
)
