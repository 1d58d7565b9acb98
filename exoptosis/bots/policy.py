"""Bots that play Exoptosis. They use only what their seat can see: open hands, and no sealed values."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from exoptosis.bots.position_value import PositionValue, can_go_on, flexibility, items_gained, worth_of
from exoptosis.engine.cards.card import CardId
from exoptosis.engine.moves.definitions import (
    Agree,
    ChooseHand,
    Disagree,
    DrawCard,
    EndGame,
    MakeOwedChoice,
    MatchBet,
    PassBet,
    PlayCard,
    RaiseBet,
)
from exoptosis.engine.parsed_law import Rules
from exoptosis.engine.state import State
from nomic.matches.contract.bots import Answering, Chosen, ImaginedChance, RandomBot, answered, random_answer
from nomic.matches.contract.game import Answers, Chance, Environment, Game, LegalMove, Question, Step
from nomic.matches.contract.moves import Answer, Forfeit, Move
from nomic.matches.contract.question_after_answers import asked_next
from nomic.matches.contract.tagged_unions import kind_of
from nomic.matches.practice.bot_characters import is_bot

Battle = Game[Rules, State]
GIVING_UP = (Forfeit, Agree, Disagree)
MAX_TRIED = 24  # answers to one question that a bot tries, such as the cards of its deck
MAX_COMBINED = 6  # answers that consist of several options
HOPELESS_AFTER = 6  # times that a position has come, or idle turns with empty decks: then a person should end the game
AHEAD = 2  # cards fewer than anybody else holds: then a bot would rather win than end the game
THINKS_AGAIN = 8  # times that a careless bot takes back a play
MAX_RUNS = 12  # simulated runs of one move; each run has one more answer than the run before
RAISES_ONCE_IN = 4
RAISES_PER_CENT = 5


def agrees_to_end(state: State, bot: str) -> bool:
    """Return whether a bot agrees to terminate the game (R43), once all people in it have agreed.

    It does if hands or bets are still being chosen, if the game is going in circles, or if the bot is not clearly
    ahead, with `AHEAD` cards fewer than all others.
    """
    seats = {seat.player: seat for seat in state.seats if seat.status == "in"}
    own = seats.pop(bot, None)
    people = [seat for player, seat in seats.items() if not is_bot(player)]
    if own is None or own.agrees or not people or not all(seat.agrees for seat in people):
        return False
    if not state.begun or state.pending is not None or state.outcome is not None:
        return False
    fewest = min(len(seat.hand) for seat in seats.values())
    return bool(state.circling.said) or state.stage != "play" or fewest - len(own.hand) < AHEAD


class CarelessBot(RandomBot):
    """Random bot that seldom raises, never gives up, and ends a game at a standstill.

    Its first hand has at most twice as many cards as the law requires, because people who practise have small hands.
    It thinks again if nobody could play a card after its move, because then the game goes in circles. Once every deck
    is empty, it plays such a card if it has no other, because one held back is given to and fro for ever.
    """

    def __init__(self) -> None:
        seldom = {**dict.fromkeys(map(kind_of, GIVING_UP), 0), kind_of(RaiseBet): RAISES_PER_CENT}
        super().__init__(seldom, at_once=(kind_of(EndGame),), avoids=ends_too_soon)

    def choose(
        self, game: Battle, rules: Rules, state: State, player: str, environment: Environment, chance: Chance
    ) -> Chosen | None:
        if is_bot(player) and agrees_to_end(state, player):
            return Agree(), ()
        chosen = super().choose(game, rules, state, player, environment, chance)
        last: dict[CardId, Chosen] = {}  # plays after which nobody could play, by their cards
        for _ in range(THINKS_AGAIN):
            if chosen is None or not isinstance(chosen[0], PlayCard):
                break
            made = game.play(rules, state, player, *chosen, ImaginedChance(chance), environment)
            if not isinstance(made, Step) or can_go_on(rules, made.state, environment):
                break
            last[chosen[0].card] = chosen
            chosen = super().choose(game, rules, state, player, environment, chance)
        if last and not _has_decks(state) and (chosen is None or not isinstance(chosen[0], PlayCard)):
            moves = (each.move for each in game.legal(rules, state, player, environment))
            if {move.card for move in moves if isinstance(move, PlayCard)} <= last.keys():
                return next(iter(last.values()))
        if chosen is not None and isinstance(chosen[0], ChooseHand) and chosen[1]:
            move, (hand, *others) = chosen
            return move, (hand[: 2 * rules.hand_at_least], *others)
        return chosen


def ends_too_soon(state: State, move: Move) -> bool:
    """Return whether a move ends a game too early: one that a person plays, or with cards left to draw.

    A person may be about to win, so only people end their games at a standstill. A draw can bring a card that fits.
    Among bots, decks run empty, so they end every game at a standstill at last, and one whose positions repeat at once.
    """
    if not isinstance(move, EndGame):
        return False
    if len({is_bot(seat.player) for seat in state.seats if seat.status == "in"}) > 1:
        return True
    return state.circling.said == "idle" and _has_decks(state)


def _has_decks(state: State) -> bool:
    return any(seat.deck for seat in state.seats if seat.status == "in")


class GreedyBot:
    """Bot that looks one move ahead.

    It prefers few cards in its own hand, many in the smallest hand of the others, a card that fits at its next turn,
    items and flexible cards. It simulates draws with randomness of its own. It bets little, pays what it owes at
    once, and avoids plays after which nobody could play, and positions that have come before. Among bots it ends a game
    at a standstill (R129). At a table with people it leaves that to them, and advises them when to do it.
    """

    def choose(
        self, game: Battle, rules: Rules, state: State, player: str, environment: Environment, chance: Chance
    ) -> Chosen | None:
        if is_bot(player) and agrees_to_end(state, player):
            return Agree(), ()
        legal = [
            move
            for move in game.legal(rules, state, player, environment)
            if not isinstance(move.move, GIVING_UP)
            and not (isinstance(move.move, EndGame) and self._goes_on(rules, state, player, environment))
        ]
        if not legal:
            return None
        if any(move.move == EndGame() for move in legal):
            return EndGame(), ()
        lookahead = Lookahead(game, rules, state, player, environment, chance)
        if state.pending is not None:
            return lookahead.with_best_answers(legal[0])
        if state.stage == "hands":
            return lookahead.small_hand(legal[0]) if _has_not_chosen(state, player) else None
        if state.stage == "betting":
            return lookahead.modest_bet(legal)
        return lookahead.best_play(legal)

    def _goes_on(self, rules: Rules, state: State, player: str, environment: Environment) -> bool:
        """Return whether the bot continues at a standstill. A person is advised to end a game nobody can win."""
        if is_bot(player) or not any(is_bot(seat.player) for seat in state.seats):
            return ends_too_soon(state, EndGame())
        seen, idle = max(state.circling.seen.values(), default=0), state.circling.idle
        return (
            can_go_on(rules, state, environment)
            and seen < HOPELESS_AFTER
            and (_has_decks(state) or idle < HOPELESS_AFTER)
        )


def _has_not_chosen(state: State, player: str) -> bool:
    return any(seat.player == player and seat.chosen is None for seat in state.seats)


class Expected(NamedTuple):
    """A move's result as the bot expects it: the state, and its value for the player."""

    state: State
    worth: PositionValue


class Lookahead:
    """A bot's evaluation of a match: the possible moves and their results."""

    def __init__(
        self, game: Battle, rules: Rules, state: State, player: str, environment: Environment, chance: Chance
    ) -> None:
        self._game = game
        self._rules = rules
        self._state = state
        self._player = player
        self._environment = environment
        self._chance = chance

    # ── choosing a move

    def small_hand(self, move: LegalMove) -> Chosen:
        """Return the move with as few cards as allowed, the most flexible ones."""
        return move.move, self._answered(move, lambda question, _: self._most_flexible(question))

    def _most_flexible(self, question: Question) -> list[str | int]:
        offered = [int(option.value) for option in question.options]
        best = sorted(offered, key=lambda card: (-flexibility(self._rules, self._state.cards[card]), card))
        return [*best[: question.least]]

    def modest_bet(self, legal: Sequence[LegalMove]) -> Chosen | None:
        """Return a bet that matches if possible, because a player who does not match is out.

        If nobody has raised, it sometimes raises by one. Returns None if no bet is possible.
        """
        by_kind = {type(move.move): move for move in reversed(legal)}
        level = self._state.bet.level if self._state.bet else 0
        if MatchBet in by_kind:
            return self._with_random_answers(by_kind[MatchBet])
        if RaiseBet in by_kind and level == 0 and self._chance.below(RAISES_ONCE_IN, "bot: bet", "whether to bet") == 0:
            return self._with_random_answers(by_kind[RaiseBet])
        return self._with_random_answers(by_kind[PassBet]) if PassBet in by_kind else None

    def best_play(self, legal: Sequence[LegalMove]) -> Chosen | None:
        """Return the payment of a debt, or else the best move, or None.

        A play out of turn is chosen only if it is better than waiting.
        """
        owed = [move for move in legal if isinstance(move.move, MakeOwedChoice)]
        if owed and self._state.circling.said:
            return self._with_random_answers(owed[0])  # the best answer is what led here
        if owed:
            return self.with_best_answers(owed[0])
        worth = [self.expected_of(move).worth.total for move in legal]
        on_turn = self._state.turn is not None and self._state.turn.player == self._player
        if not on_turn and max(worth) <= self._worth_now():
            return None
        return self.with_best_answers(legal[worth.index(max(worth))])

    # ── answers

    def with_best_answers(self, move: LegalMove) -> Chosen:
        """Return the move with answers to its questions, each the best of some that were tried."""
        return move.move, self._answered(move, lambda question, answers: self._best_answer(move, question, answers))

    def _with_random_answers(self, move: LegalMove) -> Chosen:
        return move.move, self._answered(move, lambda question, _: random_answer(question, self._chance))

    def _answered(self, move: LegalMove, answer: Answering) -> Answers:
        return answered(self._game, self._rules, self._state, self._player, move, self._environment, answer)

    def _best_answer(self, move: LegalMove, question: Question, answers: Answers) -> list[str | int]:
        tries = list(self._tries(question))
        return max(tries, key=lambda tried: self._worth_of(move.move, (*answers, tried)))

    def other_answers(self, move: Move, answers: Answers) -> list[Answers]:
        """Return the answers with their last one replaced by others.

        The others are all options of the question, or a random selection if there are too many.
        """
        if not answers:
            return []
        before, last = answers[:-1], answers[-1]
        item = next(each for each in self._legal() if each.move == move)
        question = item.question if not before else self._asked_after(item, before)
        return [] if question is None else [(*before, tried) for tried in self._tries(question) if [*tried] != [*last]]

    def _legal(self) -> list[LegalMove]:
        return self._game.legal(self._rules, self._state, self._player, self._environment)

    def _asked_after(self, item: LegalMove, answers: Answers) -> Question | None:
        return asked_next(self._game, self._rules, self._state, self._player, item.move, answers, self._environment)

    def _tries(self, question: Question) -> Iterable[list[str | int]]:
        if question.least == 0:
            yield []
        if question.most == 1:
            options: list[str | int] = [option.value for option in question.options]
            while len(options) > MAX_TRIED:
                options.pop(self._chance.below(len(options), "bot: left out", question.prompt))
            yield from ([option] for option in options)
        else:
            yield from (random_answer(question, self._chance) for _ in range(MAX_COMBINED))

    # ── evaluating the result

    def _worth_now(self) -> float:
        return worth_of(self._rules, self._state, self._player, self._environment).total

    def _worth_of(self, move: Move, answers: Answers) -> float:
        return self.result_of(move, answers).worth.total

    def expected_of(self, move: LegalMove) -> Expected:
        """Return the expected result of a move, for comparing moves.

        The questions of a draw get their best answers; those of every other move get random ones.
        """
        is_draw = isinstance(move.move, DrawCard)
        return self.result_of(*(self.with_best_answers(move) if is_draw else self._with_random_answers(move)))

    def result_of(self, move: Move, answers: Answers) -> Expected:
        """Return the result of a move, with random answers to the remaining questions."""
        state, imagined, gained = self._state, ImaginedChance(self._chance), 0
        for _ in range(MAX_RUNS):
            made = self._game.play(self._rules, state, self._player, move, answers, imagined, self._environment)
            question = made.question
            if isinstance(made, Step):
                state = made.state
                gained += items_gained(made.events, self._player)
            if question is None:
                break
            if isinstance(made, Step):
                move = Answer()
            answers = (*answers, random_answer(question, self._chance))
        return Expected(state, worth_of(self._rules, state, self._player, self._environment, gained))
