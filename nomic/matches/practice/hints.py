"""Hints for players of a practice cycle: a bot's advice, based on what the player can see.

Bots read no hidden values, which `tests/conformance` checks for every game. The reason of a hint is derived from the
player's own view.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from nomic.chance.draw_source import Source
from nomic.cycles.domain.exceptions import Refused
from nomic.matches.contract.bots import RandomBot
from nomic.matches.contract.game import Answers, BadAnswer, IllegalMove, LegalMove
from nomic.matches.contract.moves import Move
from nomic.matches.hosting.loaded_match import RecordedEnvironment
from nomic.matches.hosting.views.board_view import move_as_json
from nomic.matches.hosting.views.visible_match import VisibleMatch
from nomic.matches.practice.bot_characters import NEWCOMERS, Mind
from nomic.matches.practice.bot_seats import RULE, BotGame, bot_game, in_practice

ADVISER: Mind = NEWCOMERS[0]
NAMED = 2  # choices of a hint, if there are several more
ANY_SEED = "00" * 32  # the same table always gets the same hint


@dataclass(frozen=True, slots=True)
class Hint:
    """A suggested move with its answers, also as form values and in words, and a sentence that gives the reason.

    `told` holds the game's own words for it, or "".
    """

    advised: Move
    given: Answers
    move: str
    answers: str
    label: str
    chosen: tuple[str, ...]
    why: str
    told: str = ""

    @property
    def in_words(self) -> str:
        """The move as the end of a sentence about the adviser: "draw a card: 5 (Diamonds, Yellow)"."""
        if self.told:
            return self.told
        label = self.label[:1].lower() + self.label[1:]
        more = len(self.chosen) - NAMED
        chosen = [*self.chosen[:NAMED], f"{more} more"] if more > 1 else self.chosen
        return f"{label}: {', '.join(chosen)}" if chosen else label


def can_ask(visible: VisibleMatch) -> bool:
    """Return whether the viewer can ask for a hint now. The hint itself is not computed."""
    return visible.ctx.cycle.practice and bool(visible.legal) and bot_game(visible.match.game) is not None


def hint_for(visible: VisibleMatch) -> Hint:
    """Return a hint for the viewer's next move. Raises Refused if there is none."""
    in_practice(visible.ctx)
    game = bot_game(visible.match.game)
    if game is None:
        raise Refused("no-bot", "No bot knows this game.", RULE)
    if not visible.legal:
        raise Refused("nothing-to-do", "There is nothing for you to do here now. Ask again when it is your turn.", RULE)
    chosen = _chosen(visible, game)
    if chosen is None:
        raise Refused("better-wait", f"{ADVISER} would wait: nothing that you can do now makes you better off.", RULE)
    item, answers = chosen
    return Hint(
        item.move,
        answers,
        move_as_json(item.move),
        move_as_json([list(answer) for answer in answers]),
        item.label,
        tuple(_in_words(visible, item, answers)),
        _reason(visible, game, item.move, answers),
        game.in_words(visible.view, visible.legal, item.move, answers),
    )


def reason_for(visible: VisibleMatch, move: Move, answers: Answers) -> str:
    """Return the reason that a hint gives for this move and these answers, or "" if no bot can play the game."""
    game = bot_game(visible.match.game)
    return "" if game is None else _reason(visible, game, move, answers)


def _reason(visible: VisibleMatch, game: BotGame, move: Move, answers: Answers) -> str:
    own = game.why(visible.view, visible.legal, move, answers)
    return _weighed(visible, game, move, answers) or own or _in_general(game, visible)


def advised_move(visible: VisibleMatch, *, plain: bool = False) -> Move | None:
    """Return the move that a hint would suggest now, or None.

    If `plain` is set and the move asks a question, another move of its kind without questions is preferred.
    """
    game = bot_game(visible.match.game)
    chosen = _chosen(visible, game) if game is not None and can_ask(visible) else None
    if game is not None and chosen is not None and plain and chosen[0].question is not None:
        kind = type(chosen[0].move)
        chosen = _chosen(visible, game, lambda item: type(item.move) is kind and item.question is None) or chosen
    return None if chosen is None else chosen[0].move


def advised_answers(visible: VisibleMatch, move: Move, answers: Answers) -> Answers:
    """Return the answers that a bot would give to this move, or none if they do not begin with `answers`."""
    game = bot_game(visible.match.game)
    chosen = _chosen(visible, game) if game is not None and can_ask(visible) else None
    if game is not None and chosen is not None and chosen[0].move != move:
        chosen = _chosen(visible, game, lambda item: item.move == move)
    if chosen is None or chosen[0].move != move:
        return ()
    given = tuple(chosen[1])
    return given if [list(each) for each in given[: len(answers)]] == [list(each) for each in answers] else ()


class _Narrowed:
    """A game that offers only some of its moves, to ask a bot which of them it would make."""

    def __init__(self, game: Any, keeps: Callable[[LegalMove], bool]) -> None:
        self._game = game
        self._keeps = keeps

    def legal(self, *args: Any) -> list[LegalMove]:
        """Return the legal moves among the kept ones, or all legal moves if none of them is kept."""
        items = self._game.legal(*args)
        return [item for item in items if self._keeps(item)] or items

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)


def _chosen(
    visible: VisibleMatch, game: BotGame, keeps: Callable[[LegalMove], bool] | None = None
) -> tuple[LegalMove, Answers] | None:
    """Return the move and answers that a bot would choose for the viewer, or None. `keeps` narrows its choice."""
    table, player = visible.table, visible.viewer or ""
    environment = RecordedEnvironment(visible.ctx, table.hosted)
    offered: Any = table.game if keeps is None else _Narrowed(table.game, keeps)
    found = game.minds["Greedy"].choose(offered, table.rules, table.state, player, environment, hint_chance(visible))
    if found is None:
        return None
    move, answers = found
    return next(((item, answers) for item in visible.legal if item.move == move), None)


def _weighed(visible: VisibleMatch, game: BotGame, move: Move, answers: Answers) -> str:
    """Return why the bot prefers a move to the viewer's others, or ""."""
    table, player = visible.table, visible.viewer or ""
    environment = RecordedEnvironment(visible.ctx, table.hosted)
    return game.weighed(
        table.game, table.rules, table.state, player, environment, hint_chance(visible), move, tuple(answers)
    )


def hint_chance(visible: VisibleMatch) -> Source:
    """Return the random source of hints, which is the same whenever a viewer looks at the same position."""
    return Source(ANY_SEED, f"hint {visible.match.code} {visible.match.version} {visible.viewer or ''}")


def _in_words(visible: VisibleMatch, item: LegalMove, answers: Answers) -> Iterator[str]:
    """Yield the label of each chosen option."""
    question = item.question
    for place, answer in enumerate(answers):
        if question is None:
            return
        labels = {option.value: option.label for option in question.options}
        yield from (labels.get(value, str(value)) for value in answer)
        try:
            question = visible.next_question(item.move, answers[: place + 1])
        except (IllegalMove, BadAnswer):
            return


def _in_general(game: BotGame, visible: VisibleMatch) -> str:
    """Return a reason that fits every game."""
    if len(visible.legal) == 1:
        return "It is the only move that you have now."
    if isinstance(game.minds["Greedy"], RandomBot):
        return f"Any of your {len(visible.legal)} moves is as good as another."
    return f"Of your {len(visible.legal)} moves, it leaves you best off, looking one move ahead."
