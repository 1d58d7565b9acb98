"""The moves of the game: what they are called and what they need."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from exoptosis.engine import betting, forfeits, hands, playing, standstill
from exoptosis.engine.draft import Draft
from nomic.tables.contract.game import IllegalMove

Json = Any
RANDOM = "random"
MOST = 1_000_000_000


def make(draft: Draft, player: str, move: Mapping[str, Json]) -> None:
    """Make a move. Raises IllegalMove, BadAnswer and Unanswered."""
    kind = move.get("kind")
    if not isinstance(kind, str) or kind not in MOVES:
        raise IllegalMove("unknown-move", f"There is no move {str(kind)[:40]!r} here.")
    act, needs = MOVES[kind]
    check_fields(move, *needs)
    turn = draft.turn
    act(draft, player, move)
    if kind in OF_THE_TURN and turn is not None and turn is draft.turn and turn.player == player:
        draft.turn = replace(turn, acts=turn.acts + 1)


def check_fields(move: Mapping[str, Json], *known: str) -> None:
    """Raises IllegalMove where a move says something that it is not made of."""
    unknown = sorted(str(key) for key in move.keys() - {"kind", *known})
    if unknown:
        raise IllegalMove("unknown-field", f"A move {move['kind']!r} has no {unknown[0][:40]!r}.")


def _number(move: Mapping[str, Json], field: str) -> int:
    value = move.get(field)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= MOST:
        raise IllegalMove("not-a-number", f"{field!r} is a whole number.")
    return value


def _take_care_of_questions(draft: Draft, move: Mapping[str, Json]) -> None:
    """With {"how": "random"}, what the move asks is left to chance."""
    how = move.get("how", RANDOM)
    if how != RANDOM:
        raise IllegalMove("unknown-way", f"A move cannot be made {str(how)[:40]!r}.")
    draft.attempt.late = "how" in move


def _hand(draft: Draft, player: str, move: Mapping[str, Json]) -> None:
    hands.choose_hand(draft, player)


def _raise(draft: Draft, player: str, move: Mapping[str, Json]) -> None:
    betting.raise_to(draft, player, _number(move, "to"))


def _match(draft: Draft, player: str, move: Mapping[str, Json]) -> None:
    betting.match(draft, player)


def _pass(draft: Draft, player: str, move: Mapping[str, Json]) -> None:
    betting.pass_(draft, player)


def _play(draft: Draft, player: str, move: Mapping[str, Json]) -> None:
    playing.play_card(draft, player, _number(move, "card"))


def _draw(draft: Draft, player: str, move: Mapping[str, Json]) -> None:
    _take_care_of_questions(draft, move)
    playing.draw(draft, player)


def _pay(draft: Draft, player: str, move: Mapping[str, Json]) -> None:
    _take_care_of_questions(draft, move)
    playing.pay(draft, player, _number(move, "debt"))


def _forfeit(draft: Draft, player: str, move: Mapping[str, Json]) -> None:
    if (refused := refusal_to_end(draft, player)) is not None:
        raise refused
    forfeits.forfeit(draft, player)


def _agree(draft: Draft, player: str, move: Mapping[str, Json]) -> None:
    if (refused := refusal_to_end(draft, player)) is not None:
        raise refused
    if draft.seats[player].agrees:
        raise IllegalMove("agrees", "You agree already.", "R43")
    forfeits.agree(draft, player)


def _disagree(draft: Draft, player: str, move: Mapping[str, Json]) -> None:
    if (refused := refusal_to_end(draft, player)) is not None:
        raise refused
    if not draft.seats[player].agrees:
        raise IllegalMove("does-not-agree", "You have not agreed.", "R43")
    forfeits.disagree(draft, player)


def _end(draft: Draft, player: str, move: Mapping[str, Json]) -> None:
    if (refused := standstill.refusal(draft, player)) is not None:
        raise refused
    standstill.end(draft, player)


Act = Callable[[Draft, str, Mapping[str, Json]], None]
MOVES: dict[str, tuple[Act, tuple[str, ...]]] = {
    "hand": (_hand, ()),
    "raise": (_raise, ("to",)),
    "match": (_match, ()),
    "pass": (_pass, ()),
    "play": (_play, ("card",)),
    "draw": (_draw, ("how",)),
    "pay": (_pay, ("debt", "how")),
    "forfeit": (_forfeit, ()),
    "agree": (_agree, ()),
    "disagree": (_disagree, ()),
    "end": (_end, ()),
}

OF_THE_TURN = ("play", "draw", "pay")  # what is an act of the turn, if it is the player's own and goes on (R123)


def refusal_to_end(draft: Draft, player: str) -> IllegalMove | None:
    """Why a player may neither forfeit nor agree to terminate now, or None where they may."""
    if not draft.is_in(player):
        return IllegalMove("not-seated", f"{player} does not take part in this game.", "R43")
    if not draft.begun:
        return IllegalMove("not-begun", "The game has not begun yet: take your declaration back instead.", "R94")
    return None
