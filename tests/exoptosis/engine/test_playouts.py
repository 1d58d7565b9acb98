"""Random games: every listed move is accepted, what is not listed is refused, and nothing is lost on the way."""

import random
from collections import Counter
from typing import Any

import pytest

from nomic.tables.contract.game import Asked, IllegalMove, LegalMove, Question, Step
from tests.support.examples import examples
from tests.support.match import GAME, Match

MOST_MOVES = 150
GIVING_UP = ("forfeit", "agree", "disagree")


class Playout:
    """A battle of random cards, played at random."""

    def __init__(self, seed: int, seats: int) -> None:
        self.random = random.Random(seed)
        self.match = Match()
        self.match.dice = type(self.match.dice)(seed)
        self.players = [f"P{number}" for number in range(seats)]
        environment, rules = self.match.environment, self.match.rules
        environment.lists |= {("players",): self.players, ("active",): self.players}
        modifiers = [name for name, modifier in rules.modifiers.items() if modifier.gains is None]
        for player in self.players:
            environment.stock |= {(player, "Vertebra"): 6, (player, "Chip"): 2}
            cards = [
                self.match.original(
                    self.random.choice(sorted(rules.species)),
                    *self.random.sample(sorted(modifiers), self.random.choice((0, 0, 1, 2))),
                )
                for _ in range(12)
            ]
            environment.stakeable[player] = cards
            self.match.happens("joined", player=player, cards=cards)
        self.match.happens("begun")

    def answer(self, question: Question) -> list[Any]:
        many = self.random.randint(question.least, min(question.most, question.least + 3))
        return [option.value for option in self.random.sample(question.options, many)]

    def answers_to(self, player: str, move: LegalMove) -> list[list[Any]]:
        """Answers to all that a move asks before it draws: each is accepted, up to the last."""
        answers = [list(answer) for answer in GAME.answers(self.match.state)] if move.move["kind"] == "answer" else []
        question = move.question
        while question is not None:
            answers.append(self.answer(question))
            made = self.tried(player, move.move, answers)
            question = made.question if isinstance(made, Asked) else None
        return answers

    def tried(self, player: str, move: dict[str, Any], answers: list[list[Any]]) -> Step[Any] | Asked:
        """The move as it would be; the match stays as it is."""
        match = self.match
        dice = type(match.dice)(1)
        return GAME.play(match.rules, match.state, player, move, answers, dice, match.environment)

    def play(self) -> None:
        """One move of somebody whom the game waits for, or now and then of anybody."""
        waiting = [seat.player for seat in GAME.seats(self.match.state) if seat.to_act]
        player = self.random.choice(self.players if self.random.random() < 0.1 else waiting)
        legal = GAME.legal(self.match.rules, self.match.state, player, self.match.environment)
        moves = [move for move in legal if move.move["kind"] not in GIVING_UP]
        if moves:
            move = self.random.choice(moves)
            fields = {key: value for key, value in move.move.items() if key != "kind"}
            self.match.move(player, move.move["kind"], *self.answers_to(player, move), **fields)


def played(seed: int, seats: int) -> Playout:
    playout = Playout(seed, seats)
    for _ in range(MOST_MOVES):
        if playout.match.state.outcome is None:
            playout.play()
    return playout


@pytest.mark.parametrize("seed", range(examples(12)))
def test_every_listed_move_is_accepted_and_every_other_refused(seed: int) -> None:
    """At each step for each player: listed moves with some answers, and all cards, raises and debts not listed."""
    playout = Playout(seed, 2 + seed % 4)
    match = playout.match
    for _ in range(MOST_MOVES // 3):
        if match.state.outcome is not None:
            break
        for player in playout.players:
            legal = GAME.legal(match.rules, match.state, player, match.environment)
            for move in legal:
                playout.tried(player, move.move, playout.answers_to(player, move))
            listed = [move.move for move in legal]
            for other in others(playout, player):
                if other not in listed:
                    with pytest.raises(IllegalMove):
                        playout.tried(player, other, [])
        playout.play()


def others(playout: Playout, player: str) -> list[dict[str, Any]]:
    """What a player might try."""
    state = playout.match.state
    held = [card for seat in state.seats for card in seat.hand]
    return [
        *({"kind": kind} for kind in ("hand", "match", "pass", "draw", "answer", "forfeit", "agree", "disagree")),
        *({"kind": "play", "card": card} for card in held),
        *({"kind": "raise", "to": level} for level in range(20)),
        *({"kind": "pay", "debt": debt.id} for debt in state.debts),
    ]


@pytest.mark.parametrize("seed", range(examples(20)))
def test_no_card_is_lost_or_doubled(seed: int) -> None:
    """Each card lies in one place at most, and each original of a player who is in is in play or has been destroyed."""
    playout = played(seed, 2 + seed % 7)
    state = playout.match.state
    places = Counter(card for seat in state.seats for card in (*seat.hand, *seat.deck))
    places.update(played.card for played in state.pile)
    assert set(places.values()) <= {1}
    assert set(places) <= set(state.cards)
    assert all(card.id == number for number, card in state.cards.items())


@pytest.mark.parametrize("seed", range(20, 20 + examples(20)))
def test_what_is_bet_comes_back_or_is_won(seed: int) -> None:
    """Chips and cards that went into the pool are there, or went to somebody."""
    playout = played(seed, 2 + seed % 7)
    chips, cards = 0, set()
    for event in playout.match.events:
        if event.kind == "staked":
            chips += event.facts["items"].get("Chip", 0)
            cards |= set(event.facts["cards"])
        elif event.kind in ("stake-returned", "pool-won"):
            chips -= event.facts["items"].get("Chip", 0)
            assert set(event.facts["cards"]) <= cards
            cards -= set(event.facts["cards"])
        elif event.kind == "original-destroyed":
            cards.discard(event.facts["card"])
    assert playout.match.view(None)["pool"]["items"].get("Chip", 0) == chips
    assert set(playout.match.view(None)["pool"]["cards"]) == cards


@pytest.mark.parametrize("seed", range(40, 40 + examples(20)))
def test_a_game_is_played_again_from_its_moves(seed: int) -> None:
    """The same moves and draws give the same state."""
    first, second = (played(seed, 2 + seed % 7) for _ in range(2))
    assert GAME.encode(first.match.state) == GAME.encode(second.match.state)
    assert first.match.events == second.match.events


@pytest.mark.parametrize("seed", range(60, 60 + examples(20)))
def test_silence_ends_every_game(seed: int) -> None:
    """Wherever a game stands, its clocks bring it to an end."""
    playout = Playout(seed, 2 + seed % 7)
    match = playout.match
    for _ in range(seed % 50):
        if match.state.outcome is None:
            playout.play()
    for _ in range(100):
        for clock in GAME.clocks(match.rules, match.state)[:1]:
            match.expire(clock.name)
    assert match.state.outcome is not None
    assert match.clocks() == {}
