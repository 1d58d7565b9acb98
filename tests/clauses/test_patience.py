"""How often somebody can ask somebody else the same: what waits for a player, nobody else fills."""

from typing import Any

from nomic.clauses.models import AskedPlayer, PendingQuestion
from nomic.clauses.runtime import pending_questions
from tests.clauses.conftest import OpenWith
from tests.clauses.test_questions import ALL, action
from tests.support.hall import DAY, Hall

WHOM = {"whom": {"is": "player"}}
ASK = action({"choose": "x", "from": [1, 2], "by": "$whom"}, {"announce": "$x"}, **{"with": WHOM})
MAX_COUNT = pending_questions.MAX_PER_ASKER


def waits_for(hall: Hall, player: str) -> list[str]:
    """The codes of what waits for somebody."""
    asked = AskedPlayer.objects.filter(question__cycle=hall.pk, player=player, entry=None)
    return list(asked.order_by("question__seq").values_list("question__code", flat=True))


def ask(hall: Hall, whom: str, times: int = 1, by: str = "ada", name: str = "tolls_act") -> None:
    for _ in range(times):
        hall.do(by, name, whom=whom)


def test_nobody_asks_somebody_the_same_without_end(open_with: OpenWith) -> None:
    """Each asker has a count of their own, for each asked and each clause; an answer makes room, and so does time."""
    hall = open_with(ASK | {"other": ASK["act"] | {"action": "Other"}})
    ask(hall, "bob", MAX_COUNT)
    refused = hall.refused("ada", "tolls_act", "too-many-questions", "Tolls", whom="bob")
    assert "Wait until bob answers one" in refused.detail
    ask(hall, "eve")
    ask(hall, "bob", name="tolls_other")
    ask(hall, "bob", by="eve")
    hall.do("bob", "answer", question=waits_for(hall, "bob")[0], answer=[1])
    ask(hall, "bob")
    hall.refused("ada", "tolls_act", "too-many-questions", "Tolls", whom="bob")
    hall.to(hall.clock.now + DAY)
    assert waits_for(hall, "bob") == []
    ask(hall, "bob", MAX_COUNT)
    hall.is_sound()


def test_everybody_at_once_is_asked_as_often(open_with: OpenWith) -> None:
    """One who has not answered is enough; who has answered all is asked no more often for that."""
    everybody: dict[str, Any] = {"everybody": "one", "in": ALL, "chooses": "x", "from": [1, 2]}
    hall = open_with(action(everybody, {"announce": "Done."}))
    for _ in range(MAX_COUNT):
        hall.do("ada", "tolls_act")
    for code in waits_for(hall, "bob"):
        hall.do("bob", "answer", question=code, answer=[1])
    refused = hall.refused("ada", "tolls_act", "too-many-questions", "Tolls")
    assert " eve " in refused.detail
    hall.do("eve", "leave")
    hall.do("ada", "tolls_act")
    assert PendingQuestion.objects.filter(cycle=hall.pk).count() == MAX_COUNT + 1
    hall.is_sound()


def test_what_was_asked_before_there_was_a_limit_is_asked_again(open_with: OpenWith) -> None:
    """A replay repeats what was accepted."""
    hall = open_with(ASK)
    before, pending_questions.MAX_PER_ASKER = pending_questions.MAX_PER_ASKER, 50
    try:
        ask(hall, "bob", MAX_COUNT + 1)
    finally:
        pending_questions.MAX_PER_ASKER = before
    hall.is_sound()
    hall.refused("ada", "tolls_act", "too-many-questions", "Tolls", whom="bob")
