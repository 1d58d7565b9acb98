"""Effects in the hall: what packs, offers and gifts can do."""

from collections.abc import Callable
from typing import Any

import pytest

from exoptosis.cards.effect_world import HallOfCards
from nomic.clauses.runtime.world.read_only_world import OutOfPlace
from nomic.cycles.models import Entry
from nomic.effects.running import interpreter
from tests.support.hall import Hall, wordless

pytestmark = pytest.mark.django_db

OTHERS = {"players": "players", "except": "$me"}


@pytest.fixture
def opened(open_cycle) -> Callable[..., Entry]:
    """Have Ada open a pack that does this, in a cycle with Bob; `before` what people have before that."""

    def open_it(contents: list[dict[str, Any]], before: Callable[[Hall], object] = lambda hall: None) -> Any:
        law = wordless()
        law["packs"]["Handy Pack"]["contents"] = contents
        hall = open_cycle(law, joined=("ada", "bob"))
        before(hall)
        hall.grant("ada", "Handy Pack")
        return hall, hall.do("ada", "open-pack", pack="Handy Pack")

    return open_it


def test_a_pack_can_hold_items_and_cards_by_name(opened: Any) -> None:
    """R91: a card by name has what is named and nothing else; Bound is bound to its opener."""
    hall, entry = opened(
        [
            {"grant": "Chip", "n": 2, "to": "$me"},
            {"add": {"card": "5", "with": ["Bound", "Red Coating"]}, "to": "inventory", "of": "$me"},
        ],
    )
    (card,) = hall.cards("ada")
    assert (card.species, card.own_colours, card.own_suits) == ("5", ["Red"], [])
    assert card.modifiers == [{"name": "Bound", "by": "ada"}]
    assert hall.has("ada", "Chip") == 2
    assert entry.words[0] == "ada opens 1 Handy Pack: 2 Chips, 5 (Red; Bound)."
    hall.is_sound()


def test_a_pack_can_roll_on_a_table(opened: Any) -> None:
    """What falls is drawn, and can be verified."""
    hall, entry = opened(
        [
            {
                "table": {"roll": "1d6"},
                "rows": [[1, 3, [{"grant": "Chip", "to": "$me"}]], [4, 6, [{"grant": "Vertebra", "to": "$me"}]]],
            }
        ],
    )
    (draw,) = entry.draws
    assert (draw.label, draw.sides) == ("Handy Pack: 1d6", 6)
    assert hall.has("ada", "Chip") == (draw.value < 3)
    hall.is_sound()


def test_a_pack_can_look_at_what_everybody_owns(opened: Any) -> None:
    """A Vertebra for each card that others own; R51: nobody loses more than there is. 20 come with being reputable."""
    hall, _ = opened(
        [
            {
                "grant": "Vertebra",
                "n": {"count": {"cards": "inventory", "of": {"players": "players", "except": "$me"}}},
                "to": "$me",
            },
            {"grant": "Chip", "to": {"owners": {"cards": "cycle", "where": {"has": "$it", "value": 7}}}},
            {"revoke": "Chip", "n": 5, "from": "$me"},
        ],
        lambda hall: (hall.grant_card("bob", "5"), hall.grant_card("bob", "7"), hall.grant("ada", "Chip", 3)),
    )
    assert [hall.has(*each) for each in (("ada", "Vertebra"), ("bob", "Chip"), ("ada", "Chip"))] == [20 + 2, 1, 0]
    hall.is_sound()


def test_R84_a_pack_can_destroy_what_can_be_destroyed(opened: Any) -> None:
    """By chance among one's own; Adamantine cards are not touched."""
    hall, entry = opened(
        [
            {"choose": "gone", "from": {"cards": "inventory", "of": "$me"}, "by": "chance", "for": "destroy"},
            {"destroy": "$gone"},
        ],
        lambda hall: (hall.grant_card("ada", "5", ["Adamantine"]), hall.grant_card("ada", "7")),
    )
    assert [card.species for card in hall.cards("ada")] == ["5"]
    assert [draw.sides for draw in entry.draws] == [1]
    hall.is_sound()


def test_a_pack_can_change_cards(opened: Any) -> None:
    """They gain and lose modifiers, suits and colours for good."""
    hall, _ = opened(
        [
            {
                "change": {"cards": "inventory", "of": "$me"},
                "gain": {"modifiers": ["Holographic"], "suits": ["Stars"]},
                "lose": {"modifiers": ["Torn"]},
            }
        ],
        lambda hall: hall.grant_card("ada", "5", ["Torn"]),
    )
    (card,) = hall.cards("ada")
    assert (card.modifier_names, card.own_suits) == (["Holographic"], ["Stars"])
    hall.is_sound()


def test_a_pack_can_move_and_replace_cards(opened: Any) -> None:
    """To another player's inventory; the new card is the owner's."""
    hall, _ = opened(
        [
            {"change": {"cards": "inventory", "of": OTHERS}, "become": {"card": "9"}},
            {
                "move": {"cards": "inventory", "of": "$me"},
                "to": "inventory",
                "of": {"players": "players", "except": "$me"},
            },
        ],
        lambda hall: (hall.grant_card("ada", "5"), hall.grant_card("bob", "7")),
    )
    assert sorted(card.species for card in hall.cards("bob")) == ["5", "9"]
    assert hall.cards("ada") == []
    hall.is_sound()


def test_an_effect_that_takes_too_long_is_refused(open_cycle, monkeypatch: pytest.MonkeyPatch) -> None:
    """However large a hall has grown: nothing happens, and the pack stays closed."""
    monkeypatch.setattr(interpreter, "MAX_STEPS", 3)
    law = wordless()
    law["packs"]["Handy Pack"]["contents"] = [{"grant": "Chip", "to": "$me"}] * 4
    hall = open_cycle(law, joined=("ada",))
    hall.grant("ada", "Handy Pack")
    hall.refused("ada", "open-pack", "too-long", "Handy Pack", pack="Handy Pack")
    assert (hall.has("ada", "Handy Pack"), hall.has("ada", "Chip")) == (1, 0)


def test_nothing_of_a_game_is_in_the_hall() -> None:
    """The check of the law lets no such effect through."""
    world: Any = HallOfCards(None)  # type: ignore[arg-type]
    for deed in (world.turn, world.take, world.finish, world.play, world.act_as, world.wait, world.owe, world.tally):
        with pytest.raises(OutOfPlace):
            deed(*[None] * (deed.__code__.co_argcount - 1))
    assert world.following("ada") == ()
