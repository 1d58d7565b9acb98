"""What players vote into the law: the game itself, and Dice that can be used at once (R57, R60, R106)."""

import copy
from typing import Any

import pytest
from django.test import Client

from knucklebones.simulation import law_trials
from knucklebones.simulation.invariants import sample_dice, with_dice
from nomic.effects.running.interpreter import TooLong
from nomic.law.document.sections import Law
from nomic.law.rules.generated_tables import table_of
from nomic.proposals.initial_proposals import proposals_for
from tests.support.hall import BATTLE, DAY, WEEK, Hall, cycle_16
from tests.support.knucklebones_cycles import Bones, OpenBones, law_with_bones
from tests.support.signed_in import browser_of

COMPOSE = "/c/hall/proposals/compose/"
ITEM = {"plural": "Loaded Dice", "kind": "dice", "text": "It falls as its owner likes."}
SIX: dict[str, Any] = {"when": "before", "effect": [{"let": "rolled", "be": 6}]}
ONE_MORE: dict[str, Any] = {
    "when": "after",
    "effect": [{"let": "rolled", "be": {"sum": ["$rolled", 1]}}],
    "text": "One more than it shows.",
}
ONE_MORE_AS_WRITTEN = (
    "when: after\neffect:\n  - let: rolled\n    be: {sum: [$rolled, 1]}\ntext: One more than it shows.\n"
)


def dice_added(name: str, dice: dict[str, Any]) -> list[dict[str, Any]]:
    """Amendments that make an item and have it be a Dice."""
    return [
        {"op": "add", "path": f"/items/{name}", "value": ITEM},
        {"op": "add", "path": f"/knucklebones/dice/{name}", "value": dice},
    ]


def enacted(hall: Hall, *amendments: dict[str, Any]) -> None:
    """A standard proposal of the first rest phase, which is law with the next one."""
    hall.propose_and_vote("ada", *amendments, by=("ada", "bob"), at=WEEK)
    assert hall.cycle.revision == 1


@pytest.mark.django_db
def test_R57_the_game_comes_to_cycle_16_by_its_proposal_and_is_played_at_once(cast: Hall) -> None:
    """After the vote intentions can be declared, and with the next battle phase the pair plays."""
    (ready_made,) = (ready for ready in proposals_for("cycle-16") if ready["title"] == "Knucklebones")
    entry = cast.do("ada", "submit-proposal", **ready_made)
    cast.vote(entry.events[0]["proposal"], ada="for", bob="for")
    cast.refused("ada", "intend-knucklebones", "not-in-force", opponents=["bob"])
    cast.to(WEEK)
    assert cast.can("ada")["intend-knucklebones"].available
    bones = Bones(cast)
    bones.want("ada", "bob")
    bones.want("bob")
    cast.to(BATTLE + 7 * DAY)
    winners = bones.play_on()
    assert [name for name in ("ada", "bob") if cast.has(name, "Chip")] == list(winners)
    cast.is_sound()


@pytest.mark.django_db
def test_R57_the_rules_of_the_proposal_say_what_the_law_s_numbers_are(cast: Hall, client: Client) -> None:
    """On the page of the rules, under their headings; each number is that of the law."""
    (ready_made,) = (ready for ready in proposals_for("cycle-16") if ready["title"] == "Knucklebones")
    rows = {"op": "replace", "path": "/knucklebones/rows", "value": 4}
    enacted(cast, *ready_made["amendments"], rows)
    page = client.get("/c/hall/ruleset/").content.decode()
    for words in ("In a Rest Phase", "Each column has 4 cells", "faces are 1, 2, 3, 4, 5, 6", "has lasted 24 hours"):
        assert words in page
    assert "gains a Handy Pack and a Chip" in page


@pytest.mark.django_db
def test_R60_a_dice_that_is_voted_in_works_at_once_and_is_kept(bones: Bones) -> None:
    """Bought from the Croupier, it is used once in each game of its holder, who still has it after."""
    hall = bones.hall
    offer = {"gives": [{"grant": "Loaded Die", "to": "$me"}], "costs": {"Vertebra": 5}}
    enacted(hall, *dice_added("Loaded Die", SIX), {"op": "add", "path": "/shop/offers/Loaded Die", "value": offer})
    for _ in range(2):  # a second one of the same kind makes no second use
        hall.do("ada", "buy", offer="Loaded Die")
    bones.want("ada", "bob", "eve")
    bones.want("bob", "ada")
    bones.want("eve", "ada")
    hall.to(BATTLE + 7 * DAY)
    for place in (0, 1):
        if bones.state(place).mover.player != "ada":
            bones.move(bones.state(place).mover.player, "place", place=place, column=1)
        hall.refused(
            "ada", "move", "not-rolled", "R58", match=bones.matches[place].code, move={"kind": "place", "column": 1}
        )
        entry = bones.move("ada", "roll", place=place, dice="Loaded Die")
        assert entry.words == ["ada rolls a 6 with Loaded Die."]
        assert bones.state(place).die.value == 6
        bones.move("ada", "place", place=place, column=2)
        other = bones.state(place).mover.player
        assert bones.state(place).die is not None
        bones.move(other, "place", place=place, column=1)
        move = {"kind": "roll", "dice": "Loaded Die"}
        hall.refused("ada", "move", "used", "R60", match=bones.matches[place].code, move=move)
    assert hall.has("ada", "Loaded Die") == 2
    hall.is_sound()


@pytest.mark.django_db
def test_R60_R106_a_dice_voted_in_during_a_game_can_be_used_in_it(bones: Bones) -> None:
    """From the next turn on; repealed again, it is an item like any other."""
    hall = bones.hall
    hall.vote(hall.propose("ada", *dice_added("Loaded Die", ONE_MORE)), ada="for", bob="for")
    bones.want("ada", "bob")
    bones.want("bob", "ada")
    hall.to(BATTLE)
    for days in (0.9, 1.8, 2.7, 3.6):
        hall.to(BATTLE + days * DAY)
        bones.move(bones.state().mover.player, "place", column=1 if days < 2 else 2)
    hall.to(WEEK)
    for name in ("ada", "bob"):
        hall.grant(name, "Loaded Die")
    mover = bones.state().mover.player
    before = bones.state().die.value
    bones.move(mover, "use", dice="Loaded Die")
    assert bones.state().die.value == before + 1
    hall.is_sound()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("path", "value", "where", "why"),
    [
        ("dice/Chip", {**SIX, "when": "later"}, "dice/Chip/when", "before"),
        ("dice/Chip", {**SIX, "effect": []}, "dice/Chip/effect", "a list of steps, 1 to 100 of them"),
        ("dice/Nobody's", SIX, "dice/Nobody's", "there is no item"),
        ("dice/Chip", {**SIX, "effect": [{"take": 1, "who": "$me"}]}, "dice/Chip/effect/0", "cannot be used in a die"),
        (
            "dice/Chip",
            {**SIX, "effect": [{"choose": "one", "from": "$faces", "by": "$next"}]},
            "dice/Chip/effect/0/by",
            "only the player who rolls the die can be asked",
        ),
        (
            "dice/Chip",
            {**SIX, "effect": [{"let": "rolled", "be": "$shown"}]},
            "dice/Chip/effect/0",
            "nothing is called",
        ),
        ("rewards", [{"grant": "Crown", "to": "$winner"}], "rewards/0/grant", "there is no item 'Crown'"),
        ("rewards", [{"turn": "reverse"}], "rewards/0", "cannot be used at the end of a game without cards"),
        ("faces", [], "faces", "a list of whole numbers, 1 to 100 of them, such as [3]"),
        ("faces", [0], "faces/0", "a whole number from 1 to 99, not 0"),
        ("faces", [100], "faces/0", "a whole number from 1 to 99, not 100"),
        ("columns", 0, "columns", "a whole number from 1 to 9, not 0"),
        ("rows", 10, "rows", "a whole number from 1 to 9, not 10"),
        ("in_force", "yes", "in_force", 'true or false, not "yes"'),
        ("turn", {"minutes": 0}, "turn/minutes", "a whole number from 1 to"),
        ("declare_in", [], "declare_in", "a list of texts, 1 to 56 of them"),
        ("stakes", 1, "stakes", "there is no such field here, only"),
    ],
    ids=lambda part: str(part)[:30],
)
def test_what_cannot_be_law_is_refused_with_its_place(cast: Hall, path: str, value: Any, where: str, why: str) -> None:
    """By the schema, by the names that the law has, by what a die or a prize can do."""
    amendment = {"op": "add", "path": f"/knucklebones/{path}", "value": value}
    refusal = cast.bad(
        "ada", "submit-proposal", f"amendments/knucklebones/{where}", title="x", text="y", amendments=[amendment]
    )
    assert any(why in error.detail for error in refusal.errors), refusal.errors


@pytest.mark.django_db
def test_an_item_that_is_a_dice_cannot_go_alone(open_bones: OpenBones) -> None:
    """The Dice goes first, or with it."""
    hall = open_bones("ada", "bob").hall
    enacted(hall, *dice_added("Loaded Die", SIX))
    gone = {"op": "remove", "path": "/items/Loaded Die"}
    where = "amendments/knucklebones/dice/Loaded Die"
    hall.bad("ada", "submit-proposal", where, title="x", text="y", amendments=[gone])
    hall.propose("ada", {"op": "remove", "path": "/knucklebones/dice/Loaded Die"}, gone)


@pytest.mark.django_db
def test_a_dice_is_proposed_in_the_builder_and_told_in_words(cast: Hall) -> None:
    """When it is used and what it does, made from the data; so in the table of Dice."""
    client = browser_of("ada")
    fields = {"title": "Chips as Dice", "text": "Words.", "open_entry": "/knucklebones/dice/+", "put": "1"}
    answer = client.post(COMPOSE, {**fields, "entry_name": "Chip", "entry_text": ONE_MORE_AS_WRITTEN})
    page = answer.content.decode()
    assert "the Dice Chip" in page
    assert "Used after the roll." in page
    wrong = client.post(COMPOSE, {**fields, "entry_name": "Crown", "entry_text": ONE_MORE_AS_WRITTEN})
    assert wrong.status_code == 422
    law = law_with_bones(dice={"Chip": {**ONE_MORE, "place": 10}})
    (row,) = table_of(Law(law), "dice").rows
    assert row[:2] == ["Chip", "One more than it shows."]
    assert row[2].startswith("Used after the roll. ")


def test_every_sort_of_dice_passes_its_trial() -> None:
    """Used in random games, each comes to an end and never fails; so do the rewards."""
    assert list(law_trials.try_out(Law(cycle_16()), Law(with_dice(cycle_16())))) == []
    assert len(sample_dice()) > 5


def test_only_what_changes_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Dice and rewards that are new or other than before, each in a few games."""
    tried: list[str] = []

    def passes(rules: Any, dice: str, seed: str) -> str:
        tried.append(dice)
        return ""

    monkeypatch.setattr(law_trials, "_trial", passes)
    law = law_with_bones(dice={"Chip": SIX})
    other = copy.deepcopy(law)
    other["knucklebones"] |= {"columns": 4, "in_force": False}
    assert list(law_trials.try_out(Law(law), Law(other))) == []
    assert tried == []
    other["knucklebones"] |= {"rewards": [], "dice": {"Chip": SIX, "Handy Pack": ONE_MORE}}
    assert list(law_trials.try_out(Law(law), Law(other))) == []
    assert tried == [""] * law_trials.TRIALS + ["Handy Pack"] * law_trials.TRIALS


def test_what_fails_in_a_trial_is_refused_with_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once for each Dice, however often it fails."""

    def endless(*_: Any) -> None:
        raise TooLong

    old, new = (Law(law_with_bones(dice=dice)) for dice in ({}, {"Chip": SIX}))
    monkeypatch.setattr("knucklebones.engine.use_dice.Run.perform", endless)
    (flaw,) = law_trials.try_out(old, new)
    assert str(flaw) == (
        "/knucklebones/dice/Chip/effect: tried out in a random game, it fails: it does not come to an end"
    )


def test_what_has_drawn_before_it_takes_too_long_is_refused_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a match it would lapse, for what has drawn stands (R126); a vote on it is in vain."""

    def endless(run: Any, *_: Any) -> None:
        run.world.below(6, "a die", "before it")
        raise TooLong

    old, new = (Law(law_with_bones(dice=dice)) for dice in ({}, {"Chip": SIX}))
    monkeypatch.setattr("knucklebones.engine.use_dice.Run.perform", endless)
    (flaw,) = law_trials.try_out(old, new)
    assert flaw.detail.endswith("it does not come to an end")
