"""What slipped through: the same in another order, by somebody who has left, and looked at before it was done."""

from typing import Any

import pytest

from nomic.clauses.models import AskedPlayer, PendingQuestion
from nomic.cycles.domain.exceptions import Refused
from nomic.law.document.sections import flaws_of
from tests.clauses.conftest import OpenWith, with_clauses
from tests.clauses.test_arguments import says
from tests.clauses.test_questions import none_waits, waiting
from tests.clauses.test_value_kinds import act
from tests.support.hall import HOUR, WEEK, cycle_16

SECRET = {"value": "Number", "is": "number", "seen": "nobody"}
OWN = {"value": "Hand", "is": "number", "of": "player", "seen": "owner"}
HIDE = act({"set": "Number", "to": 4})
GIVE = {"grant": "Vertebra", "to": "$me", "n": 3}
TO_9: dict[str, Any] = {"values": {"from": 1, "to": 9}}


def test_a_wrong_guess_counts(open_with: OpenWith) -> None:
    """R126: who has looked at a secret has looked; a refusal would tell for nothing, as often as one likes."""
    right = {"is": [{"value_of": "Number"}, "equals", "$n"]}
    guess = act({"if": right, "then": [GIVE]}, limit={"times": 1, "per": "cycle"}, **says(n={"is": "number"}))
    hall = open_with({"secret": SECRET, "hide": HIDE, "guess": guess})
    hall.do("bob", "tolls_hide")
    hall.do("ada", "tolls_guess", n=3)
    hall.refused("ada", "tolls_guess", "too-often", n=4)
    hall.do("eve", "tolls_guess", n=4)
    hall.is_sound()


def test_what_a_secret_lets_one_choose_is_seen_by_acting(open_with: OpenWith) -> None:
    """Who has seen the question has acted: it waits, as one does that comes after a draw (R18)."""
    pick = {"choose": "x", "from": {"values": {"from": 1, "to": {"value_of": "Number"}}}}
    look = act(pick, {"grant": "Vertebra", "to": "$me", "n": "$x"}, limit={"times": 1, "per": "cycle"})
    hall = open_with({"secret": SECRET, "hide": HIDE, "look": look})
    hall.do("bob", "tolls_hide")
    hall.do("ada", "tolls_look", answers=[[7]])  # no such answer: whoever tries that out has acted, too
    assert [each.player for each in AskedPlayer.objects.filter(question=waiting(hall))] == ["ada"]
    before = hall.has("ada", "Vertebra")
    hall.do("ada", "answer", question=waiting(hall).code, answer=[4])
    assert hall.has("ada", "Vertebra") == before + 4
    hall.do("eve", "tolls_look", answers=[[2]])
    assert none_waits(hall)
    hall.is_sound()


def test_what_one_sees_oneself_is_asked_with_the_act(open_with: OpenWith) -> None:
    """And so is what is only changed, or was revealed: nothing is found out."""
    pick = {"choose": "x", "from": TO_9}
    own = act({"raise": "Hand", "of": "$me", "by": {"value_of": "Hand", "of": "$me"}}, pick)
    blind = act({"raise": "Number", "by": 1}, pick)
    known = act({"reveal": "Number"}, {"raise": "Hand", "of": "$me", "by": {"value_of": "Number"}}, pick)
    hall = open_with({"secret": SECRET, "hand": OWN, "own": own, "blind": blind, "known": known})
    for action in ("own", "blind", "known"):
        hall.do("ada", f"tolls_{action}", answers=[[2]])
        hall.bad("ada", f"tolls_{action}", "answers/0", answers=[[12]])
    assert none_waits(hall)
    hall.is_sound()


POOL = {"outcome": "Luck", "of": "Wood", "do": [{"grant": "Vertebra", "to": "$me", "n": 7}]}


def test_who_has_left_meets_nothing(open_with: OpenWith) -> None:
    """R5, R132: what they asked of somebody else lapses, and what was put off for them changes nothing."""
    ask = {"choose": "x", "from": TO_9, "by": "$whom"}
    walk = act(ask, {"meet": "Wood"}, **says(whom={"is": "player"}))
    later = act({"after": {"hours": 1}, "do": [{"meet": "Wood"}]})
    hall = open_with({"pool": POOL, "walk": walk, "later": later})
    hall.do("ada", "tolls_later")
    hall.do("ada", "tolls_walk", whom="bob")
    hall.do("ada", "leave")
    assert not PendingQuestion.objects.filter(cycle=hall.pk).exists()
    hall.to(hall.clock.now + 2 * HOUR)
    assert hall.entries("act-when-due")[-1].words == ["The rule “Tolls” takes effect, and nothing changes."]
    assert hall.has("ada", "Vertebra") == hall.has("", "Vertebra") == 0
    hall.is_sound()


def test_what_is_met_asks_whoever_met_it_later_too(open_with: OpenWith) -> None:
    """Not whoever had them meet it."""
    later = {
        "after": {"hours": 1},
        "do": [{"choose": "x", "from": TO_9}, {"grant": "Vertebra", "to": "$me", "n": "$x"}],
    }
    meet = act({"meet": "Wood", "who": "$whom"}, **says(whom={"is": "player"}))
    hall = open_with({"pool": POOL | {"do": [later]}, "meet": meet})
    hall.do("ada", "tolls_meet", whom="bob")
    hall.to(hall.clock.now + 2 * HOUR)
    assert AskedPlayer.objects.get(question=waiting(hall)).player == "bob"
    hall.is_sound()


def test_whoever_was_asked_has_answered(open_with: OpenWith) -> None:
    """Though somebody else would be asked by now: the answer is not left to chance."""
    captain = {"value": "Captain", "is": "player"}
    crown = act({"set": "Captain", "to": "$whom"}, **says(whom={"is": "player", "or_self": True}))
    ask = act({"choose": "x", "from": TO_9, "by": {"players_in": "Captain"}}, {"announce": "It is $x."})
    hall = open_with({"captain": captain, "crown": crown, "ask": ask})
    hall.do("ada", "tolls_crown", whom="bob")
    hall.do("ada", "tolls_ask")
    hall.do("ada", "tolls_crown", whom="eve")
    entry = hall.do("bob", "answer", question=waiting(hall).code, answer=[7])
    assert entry.words[1:] == ["By “Tolls”: It is 7."]
    assert entry.draws == []
    hall.do("ada", "tolls_ask")
    hall.do("eve", "leave")
    assert not PendingQuestion.objects.filter(cycle=hall.pk).exists()
    hall.is_sound()


def test_what_is_sealed_is_told_under_no_other_name(open_with: OpenWith) -> None:
    """A law that would tell it by another name is refused at its place."""
    guess, public = {"value": "Guess", "is": "name", "seen": "nobody"}, {"value": "Open", "is": "name"}
    keep = {"set": "Guess", "to": "$what"}
    for told, place in (({"set": "Open", "to": "$same"}, "with/what/sealed"), ({"announce": "It is $same."}, "do/2")):
        say = act(keep, {"let": "same", "be": "$what"}, told, **says(what={"is": "text", "sealed": True}))
        wrong = list(flaws_of(with_clauses(cycle_16(), {"guess": guess, "public": public, "say": say})))
        assert [flaw.path for flaw in wrong] == [f"/rules/tolls/clauses/say/{place}"]


def test_what_somebody_chose_who_has_left_gives_nothing_later(open_with: OpenWith) -> None:
    """R5: of everybody who was asked at once, too."""
    everybody = {"everybody": "each", "in": {"players": "players"}, "chooses": "choices", "from": TO_9}
    give = {"grant": "Vertebra", "n": 7, "to": {"who_chose": "$choices", "is": 1}}
    hall = open_with({"ask": act(everybody, {"after": {"hours": 2}, "do": [give]})})
    hall.do("eve", "tolls_ask")
    code, before = waiting(hall).code, hall.has("bob", "Vertebra")
    for name in ("ada", "bob", "eve"):
        hall.do(name, "answer", question=code, answer=[1])
    hall.do("ada", "leave")
    hall.to(hall.clock.now + 3 * HOUR)
    assert (hall.has("ada", "Vertebra"), hall.has("bob", "Vertebra")) == (0, before + 7)
    hall.is_sound()


def test_who_comes_back_gets_nothing_of_what_was_before(open_with: OpenWith) -> None:
    """R5, R132: what they asked before they left has lapsed, though they have joined again since."""
    ask = {"choose": "x", "from": TO_9, "by": "$whom", "hours": 20 * 24}
    give = {"grant": "Vertebra", "to": "$me", "n": "$x"}
    hall = open_with({"ask": act(ask, give, **says(whom={"is": "player"}))})
    hall.do("ada", "tolls_ask", whom="bob")
    code = waiting(hall).code
    hall.do("ada", "leave")
    hall.to(WEEK)
    hall.do("ada", "join")
    before = hall.has("ada", "Vertebra")
    with pytest.raises(Refused):
        hall.do("bob", "answer", question=code, answer=[7])
    assert hall.has("ada", "Vertebra") == before
    hall.is_sound()
