"""Intentions (R57, R112): players declare which opponents they want, until the phase ends."""

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import Field

from knucklebones.events import IntentionDeclared, IntentionWithdrawn
from knucklebones.hosting import HOSTED
from knucklebones.law_section import NAME, rules_of
from knucklebones.models import Intention
from knucklebones.pairing import Willing
from nomic.cycles.actions.context import ActionContext, ReadContext
from nomic.cycles.actions.registry import Action, Args, Choice, Choices, NoArgs
from nomic.cycles.domain.exceptions import BadArguments, Refused
from nomic.effects.prose.english_grammar import listed
from nomic.law.rules.reference import RuleRef
from nomic.notices import kinds
from nomic.notices.notify import notify
from nomic.notices.pages_with_tasks import pages_of_tasks
from nomic.players.events import Left
from nomic.players.lookup import PlayerName, is_player, other_players, player_of
from nomic.players.models import Player

RULE = RuleRef("/knucklebones", "Knucklebones (R57)")
MAX_NAMED = 100
DECLARE = "intend-knucklebones"
WANTED = kinds.NoticeKind(
    "knucklebones-wanted",
    "Somebody wants to play Knucklebones with you",
    kinds.Heading.GAMES,
    open_pages=pages_of_tasks,
)


class IntentionArgs(Args):
    """The wanted opponents: one game with each of them, or a single game with one of them.

    Without names, the player is willing to play anybody.
    """

    opponents: Annotated[list[PlayerName], Field(max_length=MAX_NAMED)] = Field(
        default=[], description="leave it empty to play everybody who names you or names nobody"
    )
    how: Literal["each", "one"] = Field(
        default="each", description="if you name several players: the number of games that you want"
    )


# ── current intentions


def intentions_of(ctx: ReadContext) -> list[Intention]:
    """Return all current intentions, in the order of their declaration."""
    rows = Intention.objects.filter(cycle=ctx.cycle).order_by("declared_seq")
    return ctx.recall("intentions", lambda: list(rows))


def as_declared(intention: Intention) -> Willing:
    """Convert an intention to the form used for pairing."""
    return Willing(intention.player, frozenset(intention.opponents), intention.only_one)


def _own(ctx: ReadContext) -> Intention | None:
    return next((each for each in intentions_of(ctx) if each.player == ctx.actor.name), None)


def _others(ctx: ReadContext) -> list[Player]:
    """Return all other players."""
    return other_players(ctx)


def drop_all(act: ActionContext) -> None:
    """Delete all intentions of a cycle."""
    Intention.objects.filter(cycle=act.cycle).delete()
    act.forget("intentions")


# ── preconditions


def is_in_force(ctx: ReadContext) -> None:
    """Precondition: raises Refused unless the law has switched the game on."""
    if not HOSTED.in_force(ctx.law):
        raise Refused("not-in-force", "Knucklebones is not in the law. A proposal has to add it first.", RULE)


def in_time_to_declare(ctx: ReadContext) -> None:
    """Precondition (R57): raises Refused unless the law allows declarations in the current kind of phase."""
    declare_in = rules_of(ctx.law).declare_in
    if ctx.cycle.phase_kind not in declare_in:
        raise Refused("wrong-phase", f"You can declare intentions only in {' and '.join(declare_in)} phases.", RULE)


def somebody_to_play(ctx: ReadContext) -> None:
    """Precondition: raises Refused unless there is another player."""
    if not _others(ctx):
        raise Refused("nobody-else", "There is nobody else to play.", RULE)


def declared_before(ctx: ReadContext) -> None:
    """Precondition: raises Refused unless the actor has a current intention."""
    if _own(ctx) is None:
        raise Refused("not-declared", "You have not said that you want to play.", RULE)


# ── declaring


def declare_intention(act: ActionContext, args: IntentionArgs) -> None:
    """Declare an intention for this phase. It replaces the player's earlier one (R57)."""
    player = player_of(act).name
    named = _named(act, player, args.opponents)
    if args.how == "one" and not named:
        raise BadArguments.on("opponents", "name the players, one of whom you want to play")
    state_intention(act, player, named, only_one=args.how == "one")


def state_intention(act: ActionContext, player: str, named: Sequence[str], *, only_one: bool) -> None:
    """Store this intention of a player. Players that it names for the first time are notified."""
    before = next((each.opponents for each in intentions_of(act) if each.player == player), ())
    Intention.objects.update_or_create(
        cycle=act.cycle,
        player=player,
        defaults={"opponents": list(named), "only_one": only_one, "declared_seq": act.cycle.seq + 1},
    )
    act.forget("intentions")
    words = f"{player} wants to play Knucklebones with {whom_in_words(named, only_one)}."
    added = [name for name in named if name not in before]
    notify(
        act, added, WANTED.name, f"{player} wants to play Knucklebones with you.", f"/c/{act.cycle.slug}/act/{DECLARE}/"
    )
    act.message(words)
    act.emit(IntentionDeclared(player=player, opponents=list(named), how="one" if only_one else "each"))


def _named(act: ActionContext, player: str, names: Sequence[str]) -> list[str]:
    """Return the named players without repetitions.

    Raises BadArguments, for example on "opponents/1", unless each name belongs to another player.
    """
    others = {other.name.lower(): other.name for other in _others(act)}
    for place, name in enumerate(names):
        if name.lower() == player.lower():
            raise BadArguments.on(f"opponents/{place}", "you cannot play against yourself")
        if name.lower() not in others:
            raise BadArguments.on(f"opponents/{place}", f"nobody called {name!r} plays in this cycle")
    return list(dict.fromkeys(others[name.lower()] for name in names))


def whom_in_words(named: Sequence[str], only_one: bool) -> str:
    """Describe an intention's opponents: "Ben", "one of Ben and Cleo", "anyone"."""
    if not named:
        return "anyone"
    if len(named) == 1:
        return named[0]
    return f"{'one' if only_one else 'each'} of {listed(named)}"


def withdraw_intention(act: ActionContext, args: NoArgs) -> None:
    """Withdraw an intention (R57). It is possible until the phase ends."""
    player = player_of(act).name
    _drop(act, player)
    act.message(f"{player} takes back their intention to play Knucklebones.")
    act.emit(IntentionWithdrawn(player=player))


def _drop(act: ActionContext, player: str) -> None:
    Intention.objects.filter(cycle=act.cycle, player=player).delete()
    act.forget("intentions")


# ── ends of intentions


def delete_for_leaver(act: ActionContext, left: Left) -> None:
    """Delete the intention of a player who leaves (R5)."""
    _drop(act, left.player)


# ── forms


def opponent_choices(ctx: ReadContext) -> Choices:
    """Return all other players as choices. Those who are willing to play the actor are marked."""
    me = Willing(ctx.actor.name)
    willing = {each.player for each in intentions_of(ctx) if as_declared(each).to_play(me)}
    return {
        "opponents": [
            Choice(player.name, f"{player.name}, who would play you" if player.name in willing else player.name)
            for player in _others(ctx)
        ],
        "how": [Choice("each", "a game with each of those named"), Choice("one", "one game, with one of them")],
    }


ACTIONS = (
    Action(
        name=DECLARE,
        channel="battle-commencement",
        title="Want to play Knucklebones",
        summary_phrases=("{player} wants to play Knucklebones", "{count} players want to play Knucklebones"),
        summary=(
            "Name the players that you want to play when the games begin. "
            "If you name nobody, you play everybody who names you or names nobody."
        ),
        rule=RULE,
        args=IntentionArgs,
        run=declare_intention,
        preconditions=(is_player, is_in_force, in_time_to_declare, somebody_to_play),
        choices=opponent_choices,
        section=NAME,
        listed_if=HOSTED.in_force,
    ),
    Action(
        name="withdraw-intention",
        channel="battle-commencement",
        title="Stop wanting to play Knucklebones",
        summary_phrases=("a wish to play Knucklebones taken back", "{count} wishes to play Knucklebones taken back"),
        summary="Withdraw your intention to play.",
        rule=RULE,
        run=withdraw_intention,
        preconditions=(is_player, is_in_force, declared_before),
        section=NAME,
        listed_if=HOSTED.in_force,
    ),
)
