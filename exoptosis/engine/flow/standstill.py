"""Detection and announcement of a standstill (R129). The law decides the consequences.

A position is everything on which the rest of a game depends: the turn, the direction of the order, the places of cards,
debts and waiting effects. Positions are compared by digest, and only since the last irreversible event. So a digest
discloses nothing, and a game stores a bounded number of them.
"""

import hashlib
from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from exoptosis.engine.flow import endings
from exoptosis.engine.moves import legality
from exoptosis.engine.mutable_state import MutableState
from exoptosis.engine.parsed_law import Rules
from exoptosis.engine.state import Circling, Debt, Seat, State, Tally, Turn, Wait
from nomic.matches.contract.game import IllegalMove

MAX_POSITIONS = 200  # positions that a game remembers; the oldest are dropped first
DIGEST_BYTES = 8


def watch(draft: MutableState) -> None:
    """Record the position and whether the turn's player can play, if a step ends with the beginning of a turn.

    Once a standstill is announced, it lasts until a card is played or a player leaves the game.
    """
    if draft.stage != "play" or draft.turn is None or draft.outcome is not None:
        return
    draft.circling = _left_by(draft)
    if draft.before.turn is None or draft.before.turn.number != draft.turn.number:
        before, draft.circling = draft.circling, _at_the_turn(draft, draft.turn)
        if draft.circling.said:
            _follow(draft, is_new=not before.said)


def _left_by(draft: MutableState) -> Circling:
    """Return the record of positions after this step. Positions that can never recur are dropped."""
    before = draft.before
    participants = tuple(seat.player for seat in before.seats if seat.status == "in")
    has_played = any(event.kind == "played" for event in draft.events)
    if set(participants) != set(draft.participants) or (has_played and not draft.rules.played_may_leave):
        return Circling()
    if draft.rules.played_may_leave:  # a play can be undone, so every position can recur
        return replace(draft.circling, idle=0, said="") if has_played else draft.circling
    if _held(before.seats) != _held(tuple(draft.seats.values())):
        return replace(draft.circling, seen={})
    return draft.circling


def _held(seats: tuple[Seat, ...]) -> tuple[int, int]:
    """Return the numbers of cards in decks and in hands.

    If nobody plays, neither number returns to an earlier value once it has changed.
    """
    return sum(len(seat.deck) for seat in seats), sum(len(seat.hand) for seat in seats)


def _at_the_turn(draft: MutableState, turn: Turn) -> Circling:
    """Return the record of positions after a turn has begun."""
    circling, law = draft.circling, draft.rules.standstill
    position = digest_of(draft, turn)
    times = circling.seen.get(position, 0) + 1
    seen = {**{known: count for known, count in circling.seen.items() if known != position}, position: times}
    while len(seen) > MAX_POSITIONS:
        del seen[next(iter(seen))]
    said = circling.said if goes_round(draft.rules, circling) else ""
    if law.same_position is not None and times >= law.same_position:
        said = "repeated"
    elif law.idle_rounds is not None and circling.idle >= law.idle_rounds * len(draft.participants):
        said = said or "idle"
    can_play = legality.first_playable(draft, turn.player) is not None
    return Circling(seen, 0 if can_play else circling.idle + 1, said)


def digest_of(draft: MutableState, turn: Turn) -> str:
    """Return the digest of the position at the beginning of a turn."""
    whole = msgspec.json.encode(list(_position(draft, turn)))
    return hashlib.blake2b(whole, digest_size=DIGEST_BYTES).hexdigest()


def _position(draft: MutableState, turn: Turn) -> Iterator[Any]:
    """Yield all relevant parts of the position in a fixed order. Turn numbers are relative to this turn."""
    yield draft.rules.number, turn.player, turn.after, draft.direction
    for player in sorted(draft.seats):
        seat = draft.seats[player]
        yield player, seat.status, sorted(seat.hand), sorted(seat.deck), seat.extra, seat.skips, seat.skips_next
    yield [draft.cards[card] for card in sorted(_in_play(draft))], draft.pile
    yield [_debt(debt, turn) for debt in draft.debts], [_wait(wait) for wait in draft.waits]
    yield sorted(_tally(tally, turn) for tally in draft.tallies)


def _in_play(draft: MutableState) -> Iterator[int]:
    for seat in draft.seats.values():
        yield from (*seat.hand, *seat.deck)
    yield from (played.card for played in draft.pile)


def _debt(debt: Debt, turn: Turn) -> Debt:
    return replace(debt, id=0, until=debt.until - turn.number, cause=debt.cause - turn.number)


def _wait(wait: Wait) -> Wait:
    return replace(wait, id=0)


def _tally(tally: Tally, turn: Turn) -> tuple[str, int, int, int]:
    return tally.player, tally.at - turn.number, tally.cause - turn.number, tally.count


# ── consequences


def _follow(draft: MutableState, *, is_new: bool) -> None:
    """Apply the law's consequence: the participants may end the game, or it ends."""
    then = draft.rules.standstill.then
    if is_new or then != "may-end":
        text = in_words(draft.rules, draft.kind, draft.circling)
        draft.emit("standstill", text, why=draft.circling.said, players=list(draft.participants), then=then)
    if then == "terminated":
        endings.terminate(draft, f"The {draft.kind} is terminated.")
    elif then == "fewest-cards-win":
        _end_by_cards(draft)


def _end_by_cards(draft: MutableState) -> None:
    """End the game with the player with the fewest cards in hand as winner.

    In a tie, nobody wins.
    """
    sizes = {player: len(draft.seats[player].hand) for player in draft.participants}
    fewest = [player for player, size in sizes.items() if size == min(sizes.values())]
    if len(fewest) == 1:
        endings.win(draft, fewest[0])
    else:
        endings.terminate(
            draft, f"{' and '.join(fewest)} are tied for the fewest cards: the {draft.kind} is terminated."
        )


def goes_round(rules: Rules, circling: Circling) -> bool:
    """Return whether a standstill was announced, for a reason that the law still has (R106)."""
    law = rules.standstill
    return {"": None, "repeated": law.same_position, "idle": law.idle_rounds}[circling.said] is not None


def in_words(rules: Rules, kind: str, circling: Circling) -> str:
    """Return a standstill as text, or "" if the game is not at one."""
    if not goes_round(rules, circling):
        return ""
    law = rules.standstill
    found = f"For {law.idle_rounds} full round{'' if law.idle_rounds == 1 else 's'} nobody could play"
    if circling.said == "repeated":
        found = f"The same position has come {law.same_position} times, with the same player to act"
    if law.then == "may-end":
        return f"{found}: the {kind} is going in circles, and anybody in it may end it."
    return f"{found}: the {kind} is going in circles, so it ends."


def text_of(rules: Rules, state: State) -> str:
    """Return a running game's standstill as text, or "" if there is none."""
    return in_words(rules, state.kind, state.circling) if state.outcome is None and state.stage == "play" else ""


def refusal(draft: MutableState, player: str) -> IllegalMove | None:
    """Return the error if a participant may not end the game for everybody now, or None."""
    if not draft.is_in(player):
        return IllegalMove("not-seated", f"{player} is not in this game.", "R129")
    may_be_ended = goes_round(draft.rules, draft.circling) and draft.rules.standstill.then == "may-end"
    if draft.stage != "play" or not may_be_ended:
        return IllegalMove(
            "goes-on", "You can end a game alone only after the table says that it is going in circles.", "R129"
        )
    return None


def end(draft: MutableState, player: str) -> None:
    """End a game at a standstill, as if all participants had agreed (R43, R99).

    Raises IllegalMove if the player cannot end it now.
    """
    if (refused := refusal(draft, player)) is not None:
        raise refused
    endings.terminate(draft, f"{player} ends the {draft.kind}, because it is going in circles. It is terminated.")
