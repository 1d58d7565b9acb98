"""Exploring the Hall (R107, R108, R119): each scenario, as its law tells it."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from nomic.chance import draw_source
from nomic.chance.draw_scheme import Drawn
from nomic.clauses.models import KeptValue, PendingQuestion
from nomic.cycles.models import Entry
from nomic.inventory.models import Card
from nomic.proposals.models import Proposal, ProposalStatus
from tests.support.hall import ADMIN, DAY, HOUR, START, WEEK, Hall, OpenCycle, cycle_16

Explore = Callable[..., Hall]
YES = [0]
NO: list[int] = []


@pytest.fixture
def meeting(open_cycle: OpenCycle) -> Explore:
    """A Hall in which there is nothing to come upon but these scenarios, and three players."""

    def begin(*scenarios: str) -> Hall:
        document = cycle_16()
        clauses = document["rules"]["exploration"]["clauses"]
        for name in [name for name, clause in clauses.items() if "outcome" in clause and name not in scenarios]:
            del clauses[name]
        return open_cycle(document, joined=("ada", "bob", "eve"))

    return begin


def explore(hall: Hall, name: str = "ada") -> Entry:
    """Somebody explores and finds what there is."""
    return hall.do(name, "exploration_explore")


def waiting(hall: Hall) -> PendingQuestion:
    """The question that waits."""
    return PendingQuestion.objects.get(cycle=hall.pk)


def answer(hall: Hall, name: str, *chosen: Any) -> Entry:
    """Somebody answers the question that waits."""
    return hall.do(name, "answer", question=waiting(hall).code, answer=list(chosen))


def drawn(entry: Entry) -> list[Drawn]:
    """What chance drew in an entry."""
    return [draw for draw in entry.draws if draw is not None]


def is_left_with(hall: Hall, name: str, item: str, count: int) -> None:
    """Somebody has so many of an item and no more."""
    had = hall.has(name, item)
    if had < count:
        hall.grant(name, item, count - had)
    elif had > count:
        hall.do(ADMIN, "correct-revoke", player=name, item=item, count=had - count, reason="for the test")


def is_left_with_cards(hall: Hall, name: str, *species: str) -> list[str]:
    """Somebody has these cards and no others; their codes."""
    for card in hall.cards(name):
        hall.do(ADMIN, "correct-destroy-card", player=name, card=card.code, reason="for the test")
    return [hall.grant_card(name, each).code for each in species]


def test_R107_there_are_fourteen_and_each_is_as_likely(hall: Hall) -> None:
    """One draw of fourteen, seen by all."""
    hall.join("ada")
    first = explore(hall).draws[0]
    assert first is not None
    assert first.sides == 14


def test_R107_once_a_phase(meeting: Explore) -> None:
    """Each player, and anew in the next."""
    hall = meeting("mirrors")
    explore(hall)
    hall.refused("ada", "exploration_explore", "too-often", "Exploration")
    explore(hall, "bob")
    hall.to(hall.cycle.phase_ends_at)
    explore(hall)


@pytest.mark.parametrize(
    ("scenario", "chosen", "dice"),
    [("heap-of-bones", YES, [3, 3]), ("stone-chest", YES, [5, 5, 5, 5]), ("mouse-hole", NO, [8, 8])],
)
def test_R107_S2_S4_S5_vertebrae_are_rolled(
    meeting: Explore, scenario: str, chosen: list[int], dice: list[int]
) -> None:
    """R107: 2d3 from the bones, 4d5 from the chest, 2d8 where the key stays; as many as the dice show."""
    hall = meeting(scenario)
    is_left_with_cards(hall, "ada", "5", "5", "5")
    before = hall.has("ada", "Vertebra")
    explore(hall)
    draws = drawn(answer(hall, "ada", *chosen))
    assert [draw.sides for draw in draws] == dice
    assert hall.has("ada", "Vertebra") - before == sum(draw.value + 1 for draw in draws)


@pytest.mark.parametrize(
    ("scenario", "option", "item", "price"),
    [
        ("attic", 0, "Chip", 1),
        ("big-hole", 0, "Vertebra", 1),
        ("other-shop", 0, "Vertebra", 6),
        ("other-shop", 1, "Vertebra", 9),
        ("other-shop", 2, "Vertebra", 25),
    ],
)
def test_R107_a_yes_is_offered_to_whom_it_leaves_with_nothing(
    meeting: Explore, scenario: str, option: int, item: str, price: int
) -> None:
    """What it costs is enough for it and all gone after it; with one less it is not offered."""
    hall = meeting(scenario)
    is_left_with(hall, "ada", item, price - 1)
    explore(hall)
    asked = PendingQuestion.objects.filter(cycle=hall.pk).first()
    if asked is not None:  # as the shop does, where something is free
        hall.bad("ada", "answer", "answer", question=asked.code, answer=[option])
        answer(hall, "ada")
    is_left_with(hall, "bob", item, price)
    explore(hall, "bob")
    answer(hall, "bob", option)
    assert hall.has("bob", item) == 0


@pytest.mark.parametrize(
    ("option", "item", "count", "price"),
    [
        (0, "Handy Pack", 1, 6),
        (1, "Deck Pack", 1, 9),
        (2, "Legendary Pack", 1, 25),
        (3, "Reconfiguration Token", 2, 0),
    ],
)
def test_R107_S13_the_other_shop_has_its_prices(
    meeting: Explore, option: int, item: str, count: int, price: int
) -> None:
    """R107: one of the four for its price, and nothing else."""
    hall = meeting("other-shop")
    is_left_with(hall, "ada", "Vertebra", 30)
    had = hall.has("ada", item)
    explore(hall)
    answer(hall, "ada", option)
    assert (hall.has("ada", item) - had, hall.has("ada", "Vertebra")) == (count, 30 - price)


def test_R107_what_nobody_answers_is_no(meeting: Explore) -> None:
    """After 24 hours; here no means a pack."""
    hall = meeting("heap-of-bones")
    before = hall.has("ada", "Already-opened Pack")
    explore(hall)
    hall.to(hall.clock.now + 24 * HOUR)
    assert hall.has("ada", "Already-opened Pack") == before + 1
    assert not PendingQuestion.objects.filter(cycle=hall.pk).exists()
    hall.is_sound()


def test_R107_S1_a_door_permits_a_proposal(meeting: Explore) -> None:
    """One permission for one proposal, which adds a scenario that the next explorer can meet; it does not expire."""
    hall = meeting("papered-door")
    explore(hall)
    answer(hall, "ada", *YES)
    assert hall.has("ada", "Exploration permit") == 1
    hall.to(hall.clock.now + 10 * DAY)
    scenario = {"outcome": "A well", "of": "exploration", "do": [{"grant": "Chip", "n": 3, "to": "$me"}]}
    added = {"op": "add", "path": "/rules/exploration/clauses/well", "value": scenario}
    code = hall.propose("ada", added, **{"class": "exploration"})
    assert hall.has("ada", "Exploration permit") == 0
    hall.to(hall.clock.now + DAY)
    assert Proposal.objects.get(cycle=hall.pk, code=code).status == ProposalStatus.ENACTED
    gone = {"op": "remove", "path": "/rules/exploration/clauses/papered-door"}
    hall.propose("ada", gone, **{"class": "urgent"})  # so that the next who explores meets the well
    hall.to(hall.clock.now + 2 * DAY)
    chips = hall.has("bob", "Chip")
    explore(hall, "bob")
    assert hall.has("bob", "Chip") == chips + 3
    hall.is_sound()


def test_R107_S2_searching_the_bones_brings_vertebrae(meeting: Explore) -> None:
    """2d3 of them."""
    hall = meeting("heap-of-bones")
    before = hall.has("ada", "Vertebra")
    explore(hall)
    answer(hall, "ada", *YES)
    assert 2 <= hall.has("ada", "Vertebra") - before <= 6
    hall.is_sound()


def test_R107_S3_the_flame_takes_a_card_and_marks_another(meeting: Explore) -> None:
    """R108: the Cursed modifier is drawn."""
    hall = meeting("purple-flame")
    burnt, marked = hall.grant_card("ada"), hall.grant_card("ada", "7")
    explore(hall)
    answer(hall, "ada", *YES)
    answer(hall, "ada", burnt.code)
    if PendingQuestion.objects.filter(cycle=hall.pk).exists():  # with one card left there is nothing to choose
        answer(hall, "ada", marked.code)
    (left,) = hall.cards("ada")
    assert left.code == marked.code
    assert len(left.modifier_names) == 1
    hall.is_sound()


def test_R107_R108_the_flame_marks_for_certain(meeting: Explore) -> None:
    """S3: with one of the five elements of Cursed. It asks for one card, and for one more."""
    hall = meeting("purple-flame")
    burnt, marked, spared = is_left_with_cards(hall, "ada", "5", "7", "9")
    explore(hall)
    answer(hall, "ada", *YES)
    for wrong in ([], [burnt, spared]):
        hall.bad("ada", "answer", "answer", question=waiting(hall).code, answer=wrong)
    answer(hall, "ada", burnt)
    for wrong in ([], [marked, spared]):
        hall.bad("ada", "answer", "answer", question=waiting(hall).code, answer=wrong)
    entry = answer(hall, "ada", marked)
    hits, element = drawn(entry)
    assert "(100 in 100)" in hits.purpose
    assert element.sides == 5
    assert [(card.code, len(card.modifier_names)) for card in hall.cards("ada")] == [(marked, 1), (spared, 0)]


def test_R107_S3_without_a_card_a_yes_is_not_offered(meeting: Explore) -> None:
    """R107: and nothing is asked."""
    hall = meeting("purple-flame")
    assert hall.cards("ada") == []
    explore(hall)
    assert not PendingQuestion.objects.filter(cycle=hall.pk).exists()


def test_R107_S4_three_cards_alike_open_the_chest(meeting: Explore) -> None:
    """R108: of equal sets; they are kept. Two are not enough."""
    hall = meeting("stone-chest")
    for _ in range(2):
        hall.grant_card("ada")
    explore(hall)
    assert not PendingQuestion.objects.filter(cycle=hall.pk).exists()
    hall.grant_card("bob", "7")
    for _ in range(3):
        hall.grant_card("bob")
    before, cards = hall.has("bob", "Vertebra"), len(hall.cards("bob"))
    explore(hall, "bob")
    answer(hall, "bob", *YES)
    assert 4 <= hall.has("bob", "Vertebra") - before <= 20
    assert len(hall.cards("bob")) == cards
    hall.is_sound()


@pytest.mark.parametrize(("chosen", "item", "least", "most"), [(YES, "Gem Key", 1, 1), (NO, "Vertebra", 2, 16)])
def test_R107_S5_the_key_or_vertebrae(meeting: Explore, chosen: list[int], item: str, least: int, most: int) -> None:
    """2d8 of these."""
    hall = meeting("mouse-hole")
    before = hall.has("ada", item)
    explore(hall)
    answer(hall, "ada", *chosen)
    assert least <= hall.has("ada", item) - before <= most
    hall.is_sound()


def test_R107_S6_the_ticket_is_red_hearts_and_sacrificial(meeting: Explore) -> None:
    """R26: coating and insignia are on it for good, and gone themselves."""
    hall = meeting("bedroom")
    explore(hall)
    answer(hall, "ada", *YES)
    (ticket,) = [card for card in hall.cards("ada") if card.species == "Lotto Ticket"]
    assert (ticket.modifier_names, ticket.own_suits, ticket.own_colours) == (["Sacrificial"], ["Hearts"], ["Red"])
    explore(hall, "bob")
    answer(hall, "bob", *NO)
    assert (hall.has("bob", "Exploration permit"), hall.has("bob", "Keyed exploration permit")) == (0, 1)
    hall.is_sound()


def test_R107_S7_the_slot_machine_takes_the_chip(meeting: Explore) -> None:
    """Whatever comes of it."""
    hall = meeting("attic")
    explore(hall, "bob")
    assert not PendingQuestion.objects.filter(cycle=hall.pk).exists()
    hall.grant("ada", "Chip")
    explore(hall)
    answer(hall, "ada", *YES)
    assert hall.has("ada", "Chip") == 0
    hall.is_sound()


@pytest.mark.parametrize(
    ("shown", "gains"),
    [
        (1, {}),
        (70, {}),
        (71, {"Legendary Pack": 1}),
        (75, {"Legendary Pack": 1}),
        (76, {"Deck Pack": 2}),
        (85, {"Deck Pack": 2}),
        (86, {"Already-opened Pack": 6}),
        (100, {"Already-opened Pack": 6}),
    ],
)
def test_R107_S7_the_slot_machine_pays_by_the_die(
    meeting: Explore, monkeypatch: pytest.MonkeyPatch, shown: int, gains: dict[str, int]
) -> None:
    """R108: at both ends of each of its rows, of a single die of a hundred."""
    hall = meeting("attic")
    hall.grant("ada", "Chip")
    had = {item: hall.has("ada", item) for item in ("Already-opened Pack", "Deck Pack", "Legendary Pack")}
    explore(hall)
    monkeypatch.setattr(draw_source, "draw_value", lambda *of: shown - 1)
    entry = answer(hall, "ada", *YES)
    assert [draw.sides for draw in drawn(entry)] == [100]
    assert {item: hall.has("ada", item) for item in had} == {item: had[item] + gains.get(item, 0) for item in had}


def test_R107_S8_another_active_player_may_destroy_a_card(meeting: Explore) -> None:
    """R119: not the explorer; who has named somebody is in their hands."""
    hall = meeting("trap")
    lost, kept = hall.grant_card("ada"), hall.grant_card("ada", "7")
    explore(hall)
    hall.bad("ada", "answer", "answer", question=waiting(hall).code, answer=["ada"])
    answer(hall, "ada", "bob")
    hall.refused("ada", "answer", "nothing-asked", question=waiting(hall).code, answer=[lost.code])
    answer(hall, "bob", lost.code)
    assert [card.code for card in hall.cards("ada")] == [kept.code]
    hall.is_sound()


@pytest.mark.parametrize(
    ("scenario", "answers", "prompt"),
    [
        ("trap", (["bob"],), "Exploration: choose a card in ada's inventory, or none, to be destroyed"),
        ("endless-stairs", (YES, ["bob"]), "Exploration: choose 3 cards in your inventory"),
    ],
)
def test_R107_S8_S11_a_question_speaks_to_whom_it_asks(
    meeting: Explore, scenario: str, answers: tuple[list[Any], ...], prompt: str
) -> None:
    """Bob is asked for a card of Ada's, which is not his; Ada for cards of her own, as hers."""
    hall = meeting(scenario)
    for _ in range(4):
        hall.grant_card("ada")
    explore(hall)
    for each in answers:
        answer(hall, "ada", *each)
    assert waiting(hall).prompt == prompt
    hall.is_sound()


def test_R107_the_trap_is_for_one_player_and_one_card(meeting: Explore) -> None:
    """S8: nobody else may be named with the one, who destroys one card at most."""
    hall = meeting("trap")
    first, second, _ = is_left_with_cards(hall, "ada", "5", "7", "9")
    explore(hall)
    hall.bad("ada", "answer", "answer", question=waiting(hall).code, answer=["bob", "eve"])
    answer(hall, "ada", "bob")
    hall.bad("bob", "answer", "answer", question=waiting(hall).code, answer=[first, second])
    answer(hall, "bob")
    assert len(hall.cards("ada")) == 3


def test_R107_S8_who_names_nobody_loses_two_cards_by_chance(meeting: Explore) -> None:
    """After 24 hours."""
    hall = meeting("trap")
    for _ in range(3):
        hall.grant_card("ada")
    explore(hall)
    hall.to(hall.clock.now + 24 * HOUR)
    assert len(hall.cards("ada")) == 1
    hall.is_sound()


def test_R107_S8_the_other_player_may_decline_or_be_silent(meeting: Explore) -> None:
    """R107: other players decline."""
    hall = meeting("trap")
    for _ in range(3):
        hall.grant_card("ada")
    explore(hall)
    answer(hall, "ada", "eve")
    hall.to(hall.clock.now + 24 * HOUR)
    assert len(hall.cards("ada")) == 3
    hall.is_sound()


def test_R107_R139_S8_with_nobody_to_name_the_trap_still_waits(meeting: Explore) -> None:
    """Bob and Eve have left: after 24 hours, and no sooner, chance destroys two cards."""
    hall = meeting("trap")
    for _ in range(3):
        hall.grant_card("ada")
    hall.do("bob", "leave")
    hall.do("eve", "leave")
    entry = explore(hall)
    assert "Nobody else is active, so ada can name nobody. The trap closes in 24 hours." in entry.words
    assert not PendingQuestion.objects.filter(cycle=hall.pk).exists()
    hall.to(hall.clock.now + 24 * HOUR - timedelta(seconds=1))
    assert len(hall.cards("ada")) == 3
    hall.to(hall.clock.now + timedelta(seconds=1))
    assert len(hall.cards("ada")) == 1
    hall.is_sound()


def test_R107_R139_S8_the_inactive_cannot_be_named_and_the_trap_waits(meeting: Explore) -> None:
    """Bob and Eve did nothing in the phase before: chance destroys two cards after 24 hours, not at once."""
    hall = meeting("trap")
    hall.to(WEEK)
    for _ in range(3):
        hall.grant_card("ada")
    explore(hall)
    assert not PendingQuestion.objects.filter(cycle=hall.pk).exists()
    assert len(hall.cards("ada")) == 3
    hall.to(WEEK + 24 * HOUR)
    assert len(hall.cards("ada")) == 1


def test_R107_S8_only_the_active_can_be_named_in_the_trap(meeting: Explore) -> None:
    """Bob did something in the phase before, and Eve did nothing."""
    hall = meeting("trap")
    hall.to(START + 3 * DAY)
    hall.grant("bob", "Vertebra", 25)
    hall.do("bob", "buy", offer="Chip")
    hall.to(WEEK)
    hall.grant_card("ada")
    explore(hall)
    hall.bad("ada", "answer", "answer", question=waiting(hall).code, answer=["eve"])
    answer(hall, "ada", "bob")


def test_R107_R139_S8_with_one_card_that_one_is_lost(meeting: Explore) -> None:
    """R84: as far as it can be; with none, nothing."""
    hall = meeting("trap")
    hall.do("bob", "leave")
    hall.do("eve", "leave")
    hall.grant_card("ada")
    explore(hall)
    hall.to(hall.clock.now + 24 * HOUR)
    assert hall.cards("ada") == []
    hall.is_sound()


def test_R107_S9_a_vertebra_brings_good_luck(meeting: Explore) -> None:
    """R19: until the first reroll."""
    hall = meeting("big-hole")
    before = hall.has("ada", "Vertebra")
    explore(hall)
    answer(hall, "ada", *YES)
    assert (hall.has("ada", "Vertebra"), hall.has("ada", "Good luck")) == (before - 1, 1)
    hall.is_sound()


def test_R107_S10_a_holographic_card_becomes_silvery(meeting: Explore) -> None:
    """R108: an own card."""
    hall = meeting("metallic-rock")
    explore(hall, "bob")
    assert not PendingQuestion.objects.filter(cycle=hall.pk).exists()
    for _ in range(2):
        hall.grant_card("ada", "5", ["Holographic"])
    hall.grant_card("ada", "7")
    explore(hall)
    answer(hall, "ada", *YES)
    options = {card.code for card in hall.cards("ada") if card.species == "5"}
    chosen = min(options)
    answer(hall, "ada", chosen)
    assert Card.objects.get(code=chosen).modifier_names == ["Silvery"]
    hall.is_sound()


def test_R107_S11_who_sleeps_gives_three_cards_and_gets_a_pack(meeting: Explore) -> None:
    """Whom, and which, they choose."""
    hall = meeting("endless-stairs")
    cards = [hall.grant_card("ada").code for _ in range(4)]
    packs, had = hall.has("ada", "Handy Pack"), len(hall.cards("bob"))
    explore(hall)
    answer(hall, "ada", *YES)
    answer(hall, "ada", "bob")
    answer(hall, "ada", *cards[:3])
    assert (len(hall.cards("ada")), len(hall.cards("bob"))) == (1, had + 3)
    assert hall.has("ada", "Handy Pack") == packs + 1
    hall.is_sound()


def test_R107_S11_who_wakes_asks_another_for_three_cards(meeting: Explore) -> None:
    """Who may give them and gets the pack."""
    hall = meeting("endless-stairs")
    cards = [hall.grant_card("bob").code for _ in range(4)]
    packs, had = hall.has("bob", "Handy Pack"), len(hall.cards("ada"))
    explore(hall)
    if PendingQuestion.objects.get(cycle=hall.pk).prompt.endswith("Lie down?"):
        answer(hall, "ada", *NO)
    answer(hall, "ada", "bob")
    answer(hall, "bob", *YES)
    answer(hall, "bob", *cards[:3])
    assert (len(hall.cards("ada")), len(hall.cards("bob"))) == (had + 3, 1)
    assert hall.has("bob", "Handy Pack") == packs + 1
    hall.is_sound()


def test_R107_three_cards_are_enough_for_the_stairs_and_two_are_not(meeting: Explore) -> None:
    """S11: who has two can only wake; who has three may sleep, and gives neither two nor four."""
    hall = meeting("endless-stairs")
    is_left_with_cards(hall, "ada", "5", "7")
    explore(hall)
    assert "Lie down?" not in waiting(hall).prompt
    hall.to(hall.clock.now + 2 * DAY)  # until nobody is asked any more
    cards = is_left_with_cards(hall, "eve", "5", "7", "9")
    is_left_with_cards(hall, "ada")
    explore(hall, "eve")
    answer(hall, "eve", *YES)
    answer(hall, "eve", "ada")
    if PendingQuestion.objects.filter(cycle=hall.pk).exists():  # of three there may be nothing to choose
        hall.bad("eve", "answer", "answer", question=waiting(hall).code, answer=cards[:2])
        answer(hall, "eve", *cards)
    assert hall.cards("eve") == []
    assert {card.code for card in hall.cards("ada")} == set(cards)


@pytest.mark.parametrize("held", [2, 3, 4])
def test_R107_another_gives_three_cards_who_has_them(meeting: Explore, held: int) -> None:
    """S11, where the explorer wakes: with two there is nothing to say yes to; of four, three are given."""
    hall = meeting("endless-stairs")
    cards = is_left_with_cards(hall, "bob", *["5", "7", "9", "10"][:held])
    is_left_with_cards(hall, "ada")
    explore(hall)
    answer(hall, "ada", "bob")
    if held == 2:
        assert not PendingQuestion.objects.filter(cycle=hall.pk).exists()
        return
    answer(hall, "bob", *YES)
    if PendingQuestion.objects.filter(cycle=hall.pk).exists():
        for wrong in (cards[:2], cards[:4]):
            if len(wrong) != 3:
                hall.bad("bob", "answer", "answer", question=waiting(hall).code, answer=wrong)
        answer(hall, "bob", *cards[:3])
    assert (len(hall.cards("ada")), len(hall.cards("bob"))) == (3, held - 3)


def test_R107_R132_S11_no_pack_where_the_friend_has_left(meeting: Explore) -> None:
    """An exchange is whole or nothing: the cards stay, and no pack comes."""
    hall = meeting("endless-stairs")
    cards = [hall.grant_card("ada").code for _ in range(4)]
    packs = hall.has("ada", "Handy Pack")
    explore(hall)
    answer(hall, "ada", *YES)
    answer(hall, "ada", "bob")
    hall.do("bob", "leave")
    answer(hall, "ada", *cards[:3])
    assert (len(hall.cards("ada")), hall.has("ada", "Handy Pack")) == (4, packs)
    hall.is_sound()


@pytest.mark.parametrize(("giver", "other"), [("ada", "bob"), ("bob", "ada")])
def test_R132_S11_no_pack_for_cards_that_are_gone(meeting: Explore, giver: str, other: str) -> None:
    """Too few are left before they are chosen: nothing is given, by the explorer or by the other."""
    hall = meeting("endless-stairs")
    cards = is_left_with_cards(hall, giver, "5", "7", "9", "10")
    packs, had = hall.has(giver, "Handy Pack"), len(hall.cards(other))
    explore(hall)
    if waiting(hall).prompt.endswith("Lie down?"):
        answer(hall, "ada", *(YES if giver == "ada" else NO))
    answer(hall, "ada", "bob")
    if giver == "bob":
        answer(hall, "bob", *YES)
    for card in cards[2:]:
        hall.do(ADMIN, "correct-destroy-card", player=giver, card=card, reason="for the test")
    hall.to(hall.clock.now + 2 * DAY)
    assert not PendingQuestion.objects.filter(cycle=hall.pk).exists()
    assert (len(hall.cards(giver)), hall.has(giver, "Handy Pack")) == (2, packs)
    assert len(hall.cards(other)) == had
    hall.is_sound()


@pytest.mark.parametrize("is_asleep", [True, False])
def test_R107_S11_the_inactive_may_be_named_on_the_stairs(meeting: Explore, is_asleep: bool) -> None:
    """Other than in the trap: any player but the explorer."""
    hall = meeting("endless-stairs")
    hall.to(hall.cycle.phase_ends_at)
    hall.to(hall.cycle.phase_ends_at)
    is_left_with_cards(hall, "ada", *["5", "7", "9", "10"][: 4 if is_asleep else 0])
    hall.grant_card("bob")
    explore(hall)
    if is_asleep:
        answer(hall, "ada", *YES)
    hall.bad("ada", "answer", "answer", question=waiting(hall).code, answer=["ada"])
    answer(hall, "ada", "bob")


@pytest.mark.parametrize("answered", [0, 1])
def test_R107_R132_S11_no_pack_where_the_explorer_has_left(meeting: Explore, answered: int) -> None:
    """The question lapses, before the other said yes and after."""
    hall = meeting("endless-stairs")
    for _ in range(4):
        hall.grant_card("bob")
    packs = hall.has("bob", "Handy Pack")
    explore(hall)
    if PendingQuestion.objects.get(cycle=hall.pk).prompt.endswith("Lie down?"):
        answer(hall, "ada", *NO)
    answer(hall, "ada", "bob")
    if answered:
        answer(hall, "bob", *YES)
    hall.do("ada", "leave")
    assert not PendingQuestion.objects.filter(cycle=hall.pk).exists()
    hall.to(hall.clock.now + 2 * DAY)
    assert (len(hall.cards("bob")), hall.has("bob", "Handy Pack")) == (4, packs)
    hall.is_sound()


def test_R107_S12_the_rat_scratches_up_to_seven_cards(meeting: Explore) -> None:
    """R107: as many as there are."""
    hall = meeting("rat")
    for _ in range(9):
        hall.grant_card("ada")
    for _ in range(2):
        hall.grant_card("bob")
    for name, red in (("ada", 7), ("bob", 2)):
        packs = hall.has(name, "Handy Pack")
        explore(hall, name)
        answer(hall, name, *YES)
        assert hall.has(name, "Handy Pack") == packs + 1
        assert sum("Red" in card.own_colours for card in hall.cards(name)) == red
    hall.is_sound()


def test_R107_S13_the_other_shop_offers_what_can_be_paid(meeting: Explore) -> None:
    """One of four, or none."""
    hall = meeting("other-shop")
    before = hall.has("ada", "Vertebra")
    assert 9 <= before < 25
    explore(hall)
    code = waiting(hall).code
    hall.bad("ada", "answer", "answer", question=code, answer=[2])
    answer(hall, "ada", 1)
    assert (hall.has("ada", "Vertebra"), hall.has("ada", "Deck Pack")) == (before - 9, 1)
    hall.is_sound()


def test_R107_S14_the_mirrors_let_one_explore_two_more_times(meeting: Explore) -> None:
    """R108: and each of those may be the mirrors again."""
    hall = meeting("mirrors")
    hall.refused("ada", "exploration_further-in", "not-so", "Exploration")
    explore(hall)
    for _ in range(3):
        hall.do("ada", "exploration_further-in")
    hall.is_sound()


def to_come(hall: Hall, name: str) -> int:
    """How often somebody may explore further."""
    kept = KeptValue.objects.filter(cycle=hall.pk, name="Extra explorations", holder=name).first()
    return 0 if kept is None else kept.number


def test_R107_R108_each_mirror_brings_two_explorations_and_each_takes_one(meeting: Explore) -> None:
    """S14: the maze twice, and then, where there is only the hole, twice more; a seventh is refused."""
    hall = meeting("mirrors")
    explore(hall)
    assert to_come(hall, "ada") == 2
    hall.do("ada", "exploration_further-in")
    assert to_come(hall, "ada") == 3
    hall.do("ada", "exploration_further-in")
    assert to_come(hall, "ada") == 4


@pytest.mark.parametrize("left", [0, 1, 2])
def test_R107_R108_who_may_explore_further_does_so_as_often(meeting: Explore, left: int) -> None:
    """S14: and no more."""
    hall = meeting("big-hole")
    is_left_with(hall, "ada", "Vertebra", 0)
    hall.do(ADMIN, "correct-value", value="Extra explorations", player="ada", number=left, reason="for the test")
    for _ in range(left):
        hall.do("ada", "exploration_further-in")
    hall.refused("ada", "exploration_further-in", "not-so", "Exploration")


def test_R107_R108_none_to_a_hundred_explorations_may_be_to_come(meeting: Explore) -> None:
    """S14: an admin can set no other number, and mirrors bring no more."""
    hall = meeting("mirrors")
    correction = {"value": "Extra explorations", "player": "ada", "reason": "for the test"}
    for wrong in (-1, 101):
        hall.bad(ADMIN, "correct-value", "number", number=wrong, **correction)
    hall.do(ADMIN, "correct-value", value="Extra explorations", player="ada", number=99, reason="for the test")
    explore(hall)
    assert to_come(hall, "ada") == 100
    hall.do("ada", "exploration_further-in")
    assert to_come(hall, "ada") == 100
