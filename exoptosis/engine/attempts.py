"""Making a move by running it from its start with the answers so far (R18, R103).

As long as nothing was drawn, a question without an answer leaves everything as it was. After a draw the move is
begun: the state holds what was drawn, and every further run of the move sees it again.
"""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from exoptosis.engine import moves
from exoptosis.engine.draft import Answer, Draft, Unanswered
from exoptosis.engine.rules import Rules
from exoptosis.engine.state import Drawn, Pending, State
from exoptosis.engine.steps import step_of
from nomic.tables.game import Asked, BadAnswer, Chance, Event, IllegalMove, Outside, Question, Step

GameStep = Step[State]


class Drew(Exception):
    """Raised where a run that must not draw comes to a draw."""


class NoChance:
    """Chance for runs that only look: the first draw ends them."""

    def below(self, sides: int, label: str, purpose: str) -> int:
        raise Drew(label)


class Attempt(Struct, frozen=True):
    """A player's move with the answers so far, and what it has drawn already. With `late`, chance answers the rest."""

    player: str
    move: Mapping[str, Any]
    answers: tuple[Answer, ...] = ()
    drawn: tuple[Drawn, ...] = ()
    late: bool = False


def make(rules: Rules, state: State, attempt: Attempt, chance: Chance, outside: Outside) -> GameStep | Asked:
    """Run a move as far as its answers go. Raises IllegalMove and BadAnswer."""
    draft = Draft(
        rules,
        replace(state, pending=None),
        chance,
        outside,
        answers=attempt.answers,
        drawn=attempt.drawn,
        late=attempt.late,
    )
    try:
        moves.make(draft, attempt.player, attempt.move)
        draft.all_answers_used()
    except Unanswered as asked:
        if not draft.all_drawn:
            return Asked(asked.question)
        return _begun(rules, state, attempt, draft, asked.question)
    return step_of(draft)


def _begun(rules: Rules, state: State, attempt: Attempt, draft: Draft, question: Question) -> GameStep:
    """Nothing changes but that the move is begun and cannot be given up."""
    pending = Pending(attempt.player, dict(attempt.move), attempt.answers, draft.all_drawn, rules.number)
    text = f"{attempt.player} has begun a move and chooses."
    event = Event("begun-move", text, {"player": attempt.player, "move": dict(attempt.move)})
    return Step(replace(state, pending=pending), () if state.pending else (event,), question)


def resume(rules: Rules, state: State, chance: Chance, outside: Outside, *, late: bool = False) -> GameStep:
    """Run a begun move again after something has changed, or, `late`, to its end by chance.

    Answers that do not hold any more are cut off, and a move that cannot be made any more lapses.
    """
    begun = state.pending
    if begun is None:
        return Step(state, ())
    answers = begun.answers
    while True:
        attempt = Attempt(begun.player, begun.move, answers, begun.drawn, late)
        try:
            made = make(rules, state, attempt, chance, outside)
        except BadAnswer as bad:
            answers = answers[: bad.place]
            continue
        except IllegalMove as illegal:
            event = Event("move-lapsed", f"{begun.player}'s move lapses: {illegal.detail}", {"player": begun.player})
            return Step(replace(state, pending=None), (event,))
        if isinstance(made, Asked):
            return Step(state, (), made.question)
        return made


def finish(rules: Rules, state: State, player: str, chance: Chance, outside: Outside) -> GameStep:
    """Bring this player's begun move to its end by chance: whoever gives up cannot give up what was drawn (R18)."""
    if state.pending is None or state.pending.player != player:
        return Step(state, ())
    return resume(rules, state, chance, outside, late=True)


def first_question(
    rules: Rules, state: State, player: str, move: Mapping[str, Any], outside: Outside
) -> Question | None:
    """What a move asks before it draws anything, if it does. Raises IllegalMove."""
    try:
        made = make(rules, state, Attempt(player, move), NoChance(), outside)
    except Drew:
        return None
    return made.question


def pending_question(rules: Rules, state: State, outside: Outside) -> Question | None:
    """What a begun move waits for; nothing where what has changed outside lets it go on to another draw."""
    try:
        return resume(rules, state, NoChance(), outside).question
    except Drew:
        return None
