"""A game of Knucklebones in which ada rolls a die, or has won: what an effect there changes."""

from typing import Any

from knucklebones.engine import end_game
from nomic.matches.contract.game import Asked
from tests.effects.grammar.tables import First, differences
from tests.support.knucklebones_engine import GAME, rules, standing

DIE = "Odd Die"


class Outside:
    """Ada and Ben have 5 Chips each, and ada the die."""

    def read(self, *question: str) -> Any:
        what, *of = question
        if what == "dice":
            return [DIE] if of == ["Ada"] else []
        return 5 if what == "stock" else ["Ada", "Ben"]


def rolled(raw: Any) -> list[str]:
    """What is another by a die that does this than by one that does nothing."""
    return differences(_rolled([]), _rolled(raw))


def _rolled(raw: Any) -> dict[str, Any]:
    law = rules(dice={DIE: {"text": "Odd.", "when": "before", "effect": raw}})
    answers: list[list[Any]] = []
    while True:
        made = GAME.play(law, standing(), "Ada", {"kind": "roll", "dice": DIE}, answers, First(), Outside())
        if not isinstance(made, Asked) and made.question is None:
            shown = GAME.view(law, made.state, None)["rolled"]
            return {"the die shows": shown["value"], **_items(made.events)}
        assert made.question is not None
        answers.append([option.value for option in made.question.options][: max(made.question.least, 1)])


def won(raw: Any) -> list[str]:
    """What is another where this is the reward."""
    return differences(_won([]), _won(raw))


def _won(raw: Any) -> dict[str, Any]:
    law = rules(rewards=raw)
    return _items(end_game.forfeit(law, standing(), "Ben", "he does not like it", First(), Outside()).events)


def _items(events: Any) -> dict[str, int]:
    held = {f"{player}'s Chips": 5 for player in ("ada", "ben")}
    for event in events:
        if event.kind in ("granted", "revoked"):
            sign = 1 if event.kind == "granted" else -1
            held[f"{event.facts['player'].lower()}'s Chips"] += sign * event.facts["count"]
    return held
