"""What a game has drawn stands even where the game has a mistake: the act fails, and its entry has the draws (R126)."""

from collections.abc import Callable
from typing import Any

import pytest

from nomic.cycles.domain.exceptions import Failed
from nomic.cycles.models import Entry
from nomic.matches.contract.game import Asked, BadAnswer, IllegalMove, Option, Question
from nomic.matches.models import StandingOrder
from tests.support.lanterns_game import Lanterns, LanternsTable

pytestmark = pytest.mark.django_db
QUESTION = Question("ada", "And now?", "number", (Option(1, "1"),))


def refuses(*_: Any) -> Any:
    raise IllegalMove("no", "not as it fell", "L9")


def complains(*_: Any) -> Any:
    raise BadAnswer(0, "not as it fell")


def breaks(*_: Any) -> Any:
    raise ZeroDivisionError


def asks(*_: Any) -> Any:
    return Asked(QUESTION)


def says_nothing(*_: Any) -> Any:
    return None


MISTAKES = {"illegal": refuses, "bad answer": complains, "error": breaks, "asked": asks, "nothing": says_nothing}


def mistaken(mistake: Callable[..., Any], method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The game draws and then makes a mistake of it."""
    at = {"play": 5, "expire": 3, "react": 3}[method]

    def draw(self: Lanterns, *args: Any) -> Any:
        args[at].below(6, "in vain", "what comes to nothing")
        return mistake(*args)

    monkeypatch.setattr(Lanterns, method, draw)


def labels(entry: Entry) -> list[str]:
    return [draw.label for draw in entry.draws]


@pytest.mark.parametrize("mistake", MISTAKES)
def test_R126_a_move_that_drew_in_vain_fails(
    playing: LanternsTable, mistake: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is no refusal, and no question: the match is as it was, and the draw is in the journal."""
    version = playing.match.version
    with monkeypatch.context() as patch:
        mistaken(MISTAKES[mistake], "play", patch)
        with pytest.raises(Failed) as failed:
            playing.move("ada", "throw", [6])
    entry = playing.hall.entries()[-1]
    assert (entry.seq, entry.action, labels(entry)) == (failed.value.seq, "move", ["in vain"])
    assert playing.match.version == version
    playing.move("ada", "throw", [6], ["bob"])
    playing.hall.is_sound()


@pytest.mark.parametrize("mistake", ["illegal", "error", "nothing"])
def test_R126_a_clock_that_drew_in_vain_does_not_stop_the_cycle(
    playing: LanternsTable, mistake: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is tried again an hour later; everybody can act meanwhile."""
    version = playing.match.version
    with monkeypatch.context() as patch:
        mistaken(MISTAKES[mistake], "expire", patch)
        playing.hall.wait(minutes=60)
    entry = playing.hall.entries()[-1]
    assert entry.failure is not None
    assert (entry.actor_kind, labels(entry), playing.match.version) == ("system", ["in vain"], version)
    playing.hall.do("bob", "buy", offer="Handy Pack")
    playing.hall.wait(minutes=60)
    assert playing.match.version == version + 1
    playing.hall.is_sound()


def test_R126_what_happens_outside_and_draws_in_vain_fails_the_act(
    playing: LanternsTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever has it happen is told."""
    with monkeypatch.context() as patch:
        mistaken(says_nothing, "react", patch)
        with pytest.raises(Failed):
            playing.tell("rain")
    assert labels(playing.hall.entries()[-1]) == ["in vain"]
    playing.hall.is_sound()


def test_R126_a_standing_order_whose_move_draws_in_vain_waits_on(
    playing: LanternsTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its use failed, and it is not used up; the act from which it followed stands."""
    playing.hall.do("bob", "give-standing-order", match=playing.code, order={"kind": "throw", "die": 6, "to": "bob"})
    with monkeypatch.context() as patch:
        real = Lanterns.play

        def draw(self: Lanterns, *args: Any) -> Any:
            if args[2] != "bob":
                return real(self, *args)
            args[5].below(6, "in vain", "what comes to nothing")
            raise IllegalMove("no", "not as it fell", "L9")

        patch.setattr(Lanterns, "play", draw)
        rested = playing.move("ada", "rest")
    used = playing.hall.entries()[-1]
    assert (used.seq, used.action, labels(used)) == (rested.seq + 1, "use-standing-order", ["in vain"])
    assert used.failure is not None
    assert StandingOrder.objects.get().status == "waiting"
    playing.hall.is_sound()
