"""The end of battles and duels on pages: scores, last cards, and an offer of a rematch."""

from exoptosis.engine.views.battle_view import BattleView
from exoptosis.law.battles import Duels
from exoptosis.matches.battles import BATTLE
from exoptosis.web.board import face_of
from nomic.cycles.actions.context import ReadContext
from nomic.inventory.card_views import Face
from nomic.law.document.sections import Law
from nomic.law.labels.indented_outline import in_one_line
from nomic.law.labels.value_sentence import sentence_at
from nomic.matches.hosting.loaded_match import loaded_match
from nomic.matches.models import Match
from nomic.web.hooks.endings import Ending, Rematch, Score
from nomic.web.item_sources import ways_to_what_wins

SHOWN = 4  # cards of the pile on a picture
OUT = -1_000  # players who are out are behind all others


def scores(view: BattleView) -> list[Score]:
    """Return the number of cards in each hand once hands are open. Fewer are better."""
    if view.stage not in ("play", "over"):
        return []
    winner = view.outcome.winner if view.outcome else None
    return [
        _score(seat.player, seat.hand_size or 0, seat.status == "out", seat.player == winner) for seat in view.seats
    ]


def _score(player: str, cards: int, is_out: bool, has_won: bool) -> Score:
    if is_out:
        return Score(player, OUT, "out")
    left = f"{cards or 'no'} card{'' if cards == 1 else 's'} left"
    return Score(player, -cards, "the last one in" if has_won and cards else left)


def rematch(ctx: ReadContext, match: Match) -> Rematch:
    """Return the act that requests another duel with the same players, or declares for the next battle."""
    if match.kind == BATTLE:
        return "declare-battle", {}
    players = [seat.player for seat in loaded_match(ctx, match).seats]
    return "request-duel", {"players": [player for player in players if player != ctx.actor.name]}


def cards(view: BattleView, law: Law) -> list[Face]:
    """Return the last cards of the pile, the top card last."""
    return [face_of(view.cards[played.card], law, {}, whole=False) for played in view.pile[-SHOWN:]]


def worth(law: Law, match: Match) -> str:
    """Return sentences on what this duel pays, and what a battle would pay. Empty for a battle."""
    if match.kind == BATTLE or not law.has("duels"):
        return ""
    has_rewards = bool(law.section("duels", Duels).rewards)
    own = sentence_at(law, "duels", "rewards") if has_rewards else "A duel's only prize is what was bet."
    return " ".join(said for said in (own, what_a_battle_brings(law)) if said)


def what_a_battle_brings(law: Law) -> str:
    """Return a sentence on what the winner of a battle is paid, or "" if nothing.

    If some of it counts towards a way to win, the sentence is only about that.
    """
    ways = [way for each in ways_to_what_wins(law) for way in each.brought.ways if way.place == "/battles/rewards"]
    if ways:
        return in_one_line([ways[0].sentence])
    return "The winner of a battle gains a reward." if sentence_at(law, "battles", "rewards") else ""


HARMS = frozenset({"drew", "gave", "draw-lapsed", "owed", "overdue", "silent", "skipped", "to-be-skipped", "forfeited"})
ENDING = Ending(scores, rematch, cards, worth=worth, harms=HARMS)
