"""The panel of a match that is over: who won and how, final scores, each player's gains, and what to do next."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from msgspec import convert
from msgspec.structs import replace

from nomic.cycles.actions.registry import action_named
from nomic.cycles.models import Entry
from nomic.inventory.law_section import amount_of_item
from nomic.law.document.sections import Law
from nomic.law.document.templates import Described, described_templates, document_of
from nomic.matches.contract.game import Event
from nomic.matches.hosting.views.visible_match import VisibleMatch
from nomic.matches.models import Match, MatchStep
from nomic.matches.practice.bot_seats import bot_game, games_with_bots
from nomic.web.hooks.endings import Score, ending_of
from nomic.web.matches.advance_clock_warnings import Missed, missed_by
from nomic.web.matches.bot_remarks_and_rematch import BotRemark, remark_of_bot, stronger_rival
from nomic.web.matches.turning_point import TurningPoint, turning_point
from nomic.web.matches.wins_of_player import WinRecord, record_of

BY_RULE = "act-by-rule"
MOST_TOLD = 4  # sentences of the last step; of a longer one, the panel folds what lies between
GRANTED = "granted"  # events that the gains of each player show
FOLLOWING = 20  # entries after the end that are searched for what rules give for it
OTHER_GAMES = 2  # that the panel offers
HEADLINES = {
    "drawn": "A draw",
    "off": "Called off",
    "terminated": "Ended without a winner",
    "stopped": "Stopped without a result",
}


@dataclass(frozen=True, slots=True)
class Gain:
    """A player's gains and losses at the end of a match, in words. `is_you` is true for the viewer."""

    player: str
    gained: tuple[str, ...]
    lost: tuple[str, ...]
    is_you: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a match, as its panel shows it.

    `how` holds the last step's first and last sentences and the reason for the end, `all_of_it` the whole step if it
    has more sentences. `rematch_missed` is what the viewer would miss elsewhere by a rematch, or None if a rematch does
    not advance the clock. `new_table` is the law under which the viewer can open another practice table, if the match
    has ended this one.
    """

    headline: str
    you_won: bool
    you_lost: bool
    how: tuple[str, ...]
    all_of_it: tuple[str, ...]
    scores: tuple[Score, ...]
    gains: tuple[Gain, ...]
    worth: str
    turning: TurningPoint | None
    can_rematch: bool
    rematch_missed: Missed | None
    new_table: str
    others: tuple[Described, ...]  # games that the viewer of a practice match can try next
    record: WinRecord | None  # of the viewer, if they have won
    remark: BotRemark | None  # of a bot to the viewer
    rival: str  # a stronger bot that the viewer, who has won, can play next


def outcome_of(visible: VisibleMatch) -> Outcome | None:
    """Return the outcome of a match, or None if it is not over."""
    match, ending = visible.match, ending_of(visible.match.game)
    result = match.result or {}
    if not match.is_over:
        return None
    winners = list(result.get("winners", ()))
    public = visible.table.game.view(visible.table.rules, visible.table.state, None)
    scores = sorted(ending.scores(public), key=lambda score: (score.player not in winners, -score.amount))
    last = MatchStep.objects.filter(match=match).select_related("entry").order_by("-version").first()
    if last is not None:
        last.match = match
    events = [event for event in convert(last.events if last else [], list[Event]) if event.kind != GRANTED]
    events = [replace(event, text=words) for event in events if event.text and (words := ending.words(event))]
    told = tuple(event.text for event in events)
    wanted = ending.rematch(visible.ctx, match) if visible.viewer is not None else None
    return Outcome(
        headline_of(match),
        visible.viewer in winners,
        bool(winners) and visible.viewer is not None and visible.viewer not in winners,
        told if len(told) <= MOST_TOLD else how_it_ended(events, result.get("ending", "")),
        told if len(told) > MOST_TOLD else (),
        tuple(scores) if result.get("ending") in ("won", "drawn") else (),
        gains_of(visible, last),
        ending.worth(visible.ctx.law, match),
        turning_point(visible.table, winners[0]) if len(winners) == 1 and scores else None,
        wanted is not None,
        None if wanted is None else _missed_by_rematch(visible, wanted[0]),
        _new_table(visible),
        _other_games(visible),
        record_of(match, visible.viewer) if visible.viewer is not None else None,
        _remark(visible, winners, [score.player for score in scores]),
        stronger_rival(visible.ctx, wanted) if visible.viewer in winners else "",
    )


def _remark(visible: VisibleMatch, winners: Sequence[str], by_score: Sequence[str]) -> BotRemark | None:
    """Return what a bot says to a viewer who has won or lost, or None."""
    players = [seat.player for seat in visible.table.seats]
    if not winners or visible.viewer not in players:
        return None
    return remark_of_bot(by_score or players, winners)


def how_it_ended(events: Sequence[Event], ending: str) -> tuple[str, ...]:
    """Return the first and last sentences of a long last step, with the reason for the end between them.

    The reason is the sentence about the end or, if nobody has won, that sentence and the one before it.
    """
    told = [event.text for event in events]
    place = next((place for place, event in enumerate(events) if event.kind == ending), len(events) - 1)
    why = told[place : place + 1] if ending == "won" else told[max(place - 1, 0) : place + 1]
    return tuple(dict.fromkeys((told[0], *why, told[-1])))


def _missed_by_rematch(visible: VisibleMatch, action: str) -> Missed | None:
    """Return what the viewer misses by advancing to the phase of a rematch, or None if it can begin now."""
    ctx, program = visible.ctx, bot_game(visible.match.game)
    if not ctx.cycle.practice or ctx.cycle.owner_name != ctx.actor.name or not ctx.cycle.is_running:
        return None
    begins_later = program is not None and program.begins_with_phase
    if not begins_later and action_named(action, ctx.law).refusal(ctx) is None:
        return None
    return missed_by(ctx, ctx.cycle.phase_ends_at)


def _new_table(visible: VisibleMatch) -> str:
    """Return the template of the viewer's own practice cycle if it has ended with the match, or ""."""
    cycle = visible.ctx.cycle
    is_theirs = cycle.practice and not cycle.is_running and cycle.owner_name == visible.viewer
    return cycle.book.template if is_theirs else ""


def _other_games(visible: VisibleMatch) -> tuple[Described, ...]:
    """Return the games after this one in their list, for the viewer's own practice match. Otherwise none."""
    cycle = visible.ctx.cycle
    if not cycle.practice or visible.viewer is None or cycle.owner_name != visible.viewer:
        return ()
    games = _games_at_tables()
    here = next((place for place, law in enumerate(games) if law.name == cycle.book.template), -1)
    return tuple((*games[here + 1 :], *games[: max(here, 0)])[:OTHER_GAMES])


@cache
def _games_at_tables() -> tuple[Described, ...]:
    """Return the law templates whose law has a game that one can play against bots."""
    return tuple(law for law in described_templates() if games_with_bots(Law(document_of(law.name))))


def headline_of(match: Match) -> str:
    """Return how a match ended in a few words, such as "Ada won"."""
    result = match.result or {}
    winners = list(result.get("winners", ()))
    return f"{' and '.join(winners)} won" if winners else HEADLINES.get(result.get("ending", ""), "Over")


def gains_of(visible: VisibleMatch, last: MatchStep | None) -> tuple[Gain, ...]:
    """Return each player's gains and losses from the last step and from acts of rules that followed it."""
    if last is None:
        return ()
    seated = [seat.player for seat in visible.table.seats]
    first = last.entry.seq
    following = Entry.objects.whole().filter(cycle=visible.ctx.cycle, seq__gte=first, seq__lte=first + FOLLOWING)
    gained, lost = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    for entry in _of_the_end(following.order_by("seq"), first):
        for line in entry.moved:
            gained[line.taker, line.item] += line.amount
            lost[line.giver, line.item] += line.amount
    net = {player: _net(player, gained, lost) for player in seated}
    law = visible.ctx.law
    return tuple(
        Gain(player, _in_words(law, amounts, 1), _in_words(law, amounts, -1), player == visible.viewer)
        for player, amounts in net.items()
        if amounts
    )


def _of_the_end(entries: Iterable[Entry], first: int) -> Sequence[Entry]:
    """Return the last step's entry and the acts of rules that follow it at the same instant."""
    found: list[Entry] = []
    for entry in entries:
        if entry.seq != first and (entry.action != BY_RULE or entry.at != found[0].at):
            break
        found.append(entry)
    return found


def _net(player: str, gained: Counter[tuple[str, str]], lost: Counter[tuple[str, str]]) -> Counter[str]:
    items = {item for who, item in (*gained, *lost) if who == player}
    amounts = {item: gained[player, item] - lost[player, item] for item in items}
    return Counter({item: amount for item, amount in amounts.items() if amount})


def _in_words(law: Law, amounts: Counter[str], sign: int) -> tuple[str, ...]:
    """Return gains (sign 1) or losses (sign -1) as text, such as "2 Coins"."""
    return tuple(
        amount_of_item(law, item, sign * amount) for item, amount in sorted(amounts.items()) if sign * amount > 0
    )
