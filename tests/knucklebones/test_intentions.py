"""Intentions to play, as players declare them: when, whom, taken back, lapsed (R57, R112)."""

import pytest

from knucklebones.models import Intention
from nomic.notices.models import Notice
from tests.support.hall import BATTLE, DAY, START, WEEK, Hall
from tests.support.knucklebones_cycles import Bones, OpenBones

pytestmark = pytest.mark.django_db

SWITCH = "/knucklebones/in_force"
BAD = "opponents"


def standing(hall: Hall) -> list[tuple[str, list[str], bool]]:
    rows = Intention.objects.filter(cycle=hall.pk).order_by("declared_seq")
    return list(rows.values_list("player", "opponents", "only_one"))


def test_R57_an_intention_is_declared_replaced_and_taken_back(bones: Bones) -> None:
    """The latest is the one that stands, as if it were the first; names are as their players write them."""
    hall = bones.hall
    bones.want("ada", "BOB", "eve", "bob")
    bones.want("bob")
    assert standing(hall) == [("ada", ["bob", "eve"], False), ("bob", [], False)]
    entry = bones.want("ada", "eve", "flo", how="one")
    assert standing(hall) == [("bob", [], False), ("ada", ["eve", "flo"], True)]
    assert entry.words == ["ada wants to play Knucklebones with one of eve and flo."]
    hall.do("ada", "withdraw-intention")
    hall.refused("ada", "withdraw-intention", "not-declared", "R57")
    assert standing(hall) == [("bob", [], False)]
    hall.is_sound()


def test_R57_in_the_rest_phase_only(bones: Bones) -> None:
    """In a battle phase there is nothing to declare, and nothing left to take back."""
    bones.want("ada", "bob")
    bones.hall.to(BATTLE)
    assert standing(bones.hall) == []
    bones.hall.refused("ada", "intend-knucklebones", "wrong-phase", "R57", opponents=["bob"])
    bones.hall.refused("ada", "withdraw-intention", "not-declared", "R57")


def test_R57_the_law_says_in_which_phases(open_bones: OpenBones) -> None:
    """Declared in battle phases and begun with rest phases, where the law has it so."""
    bones = open_bones("ada", "bob", declare_in=["battle"], begin_in=["rest"])
    bones.hall.refused("ada", "intend-knucklebones", "wrong-phase", "R57", opponents=["bob"])
    bones.hall.to(BATTLE)
    bones.want("ada", "bob")
    bones.want("bob", "ada")
    bones.hall.to(WEEK)
    assert [match.status for match in bones.matches] == ["running"]


def test_R57_who_can_be_named(bones: Bones) -> None:
    """Other players of the cycle; and one of nobody is nobody."""
    hall = bones.hall
    for opponents in (["ada"], ["zoe"], [""], ["bob", 7], "bob", ["bob"] * 101, [["bob"]], ["bob\x00"], ["x" * 31]):
        hall.bad("ada", "intend-knucklebones", BAD, opponents=opponents)
    hall.bad("ada", "intend-knucklebones", "opponents/1", opponents=["bob", "Ada"])
    hall.bad("ada", "intend-knucklebones", BAD, opponents=[], how="one")
    hall.bad("ada", "intend-knucklebones", "how", opponents=["bob"], how="two")
    hall.bad("ada", "intend-knucklebones", "stake", opponents=["bob"], stake=1)
    hall.refused("zoe", "intend-knucklebones", "not-a-player", opponents=["bob"])
    alone = bones.hall
    for name in ("bob", "eve", "flo"):
        alone.do(name, "leave")
    alone.refused("ada", "intend-knucklebones", "nobody-else", opponents=[])


def test_R100_whoever_leaves_wants_nothing_any_more(bones: Bones) -> None:
    """Who had named only them is left without a game, and does not play whoever wants instead."""
    bones.want("ada", "bob")
    bones.want("bob", "ada")
    bones.want("eve")
    bones.hall.do("bob", "leave")
    bones.hall.to(BATTLE)
    assert bones.pairs == []
    bones.hall.is_sound()


def test_a_law_without_the_game_ends_all_intentions(bones: Bones) -> None:
    """Nothing begins, and nothing that was wanted before comes back with the game."""
    bones.want("ada", "bob")
    bones.want("bob", "ada")
    for switch, at in ((False, START + 2 * DAY), (True, START + 4 * DAY)):
        change = {"op": "replace", "path": SWITCH, "value": switch}
        code = bones.hall.propose("ada", change, **{"class": "urgent"})
        bones.hall.vote(code, ada="for", bob="for")
        assert len(standing(bones.hall)) == (0 if switch else 2)
        bones.hall.to(at)
        assert bones.hall.cycle.law.document["knucklebones"]["in_force"] is switch
    bones.hall.to(BATTLE + 7 * DAY)
    assert bones.pairs == []
    bones.hall.is_sound()


def test_who_is_named_is_told_once(bones: Bones) -> None:
    """The same name in a new declaration is no news."""
    bones.want("ada", "bob")
    bones.want("ada", "bob", "eve", how="one")
    told = list(
        Notice.objects.filter(kind="knucklebones-wanted").order_by("pk").values_list("person__username", "text")
    )
    assert told == [
        ("bob", "ada wants to play Knucklebones with you."),
        ("eve", "ada wants to play Knucklebones with you."),
    ]


def test_forms_say_who_is_willing(bones: Bones) -> None:
    """Those who name one, or nobody."""
    bones.want("bob", "ada")
    bones.want("eve")
    bones.want("flo", "bob")
    action = bones.hall.can("ada")["intend-knucklebones"].action
    assert action.choices is not None
    offered = action.choices(bones.hall.read_context("ada"))
    assert [choice.label for choice in offered["opponents"]] == [
        "bob, who would play you",
        "eve, who would play you",
        "flo",
    ]
    assert [choice.value for choice in offered["opponents"]] == ["bob", "eve", "flo"]
