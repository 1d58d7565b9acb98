"""Nobody pays for what does nothing: offers and packs of which nothing would come are refused."""

from typing import Any

import pytest

from nomic.law.document.sections import flaws_of
from tests.support.hall import Hall, OpenCycle, cycle_16

CARDS = {"cards": "inventory", "of": "$me"}
BURNS = [{"destroy": CARDS}]
LUCKY = [{"table": {"roll": "1d1000000"}, "rows": [[1, 1, [{"grant": "Chip", "to": "$me"}]]]}]


def hall_where(open_cycle: OpenCycle, effect: Any) -> Hall:
    """A hall in which an offer and a pack do this."""
    law = cycle_16()
    for rule in law["rules"].values():
        rule["body"] = ""  # rules quote what the law had there
    law["shop"]["offers"]["Chip"]["gives"] = effect
    law["packs"]["Deck Pack"]["contents"] = effect
    assert flaws_of(law) == []
    hall = open_cycle(law, joined=("ada", "bob", "eve"))
    hall.grant("ada", "Deck Pack")
    hall.grant("ada", "Vertebra", 80)
    return hall


ACTS: list[tuple[str, dict[str, Any]]] = [
    ("buy", {"offer": "Chip"}),
    ("open-pack", {"pack": "Deck Pack"}),
]


@pytest.mark.parametrize(("action", "args"), ACTS)
def test_what_would_do_nothing_now_is_refused_and_not_charged_for(
    open_cycle: OpenCycle, action: str, args: dict[str, Any]
) -> None:
    """There is no card to be destroyed. With one, it is done and paid for."""
    hall = hall_where(open_cycle, BURNS)
    hall.refused("ada", action, "nothing-comes-of-it", **args)
    hall.grant_card("ada")
    hall.do("ada", action, **args)
    assert hall.cards("ada") == []
    hall.is_sound()


@pytest.mark.parametrize(("action", "args"), ACTS)
def test_R126_what_chance_has_decided_is_paid_for_whatever_came_of_it(
    open_cycle: OpenCycle, action: str, args: dict[str, Any]
) -> None:
    """Once in a million there is a Chip: refusing the others would be to roll until it comes."""
    hall = hall_where(open_cycle, LUCKY)
    entry = hall.do("ada", action, **args)
    assert len(entry.draws) >= 1
    hall.is_sound()


def test_of_several_times_each_has_to_do_something(open_cycle: OpenCycle) -> None:
    """The first takes all cards, the second would be paid for nothing."""
    hall = hall_where(open_cycle, BURNS)
    hall.grant_card("ada")
    hall.refused("ada", "buy", "nothing-comes-of-it", offer="Chip", count=2)
    hall.do("ada", "buy", offer="Chip", count=1)


@pytest.mark.parametrize("path", ["/shop/offers/Chip/gives", "/packs/Deck Pack/contents"])
def test_what_can_never_do_anything_is_refused_when_it_is_proposed(path: str) -> None:
    """With its place; an effect without any step is none at all."""
    for effect, detail in (
        ([{"if": {"some": CARDS}}], "this does nothing"),
        ([], "a list of steps, 1 to 100 of them"),
    ):
        law = cycle_16()
        *parents, last = path.split("/")[1:]
        at: Any = law
        for part in parents:
            at = at[part]
        at[last] = effect
        assert any(flaw.path == path and flaw.detail.startswith(detail) for flaw in flaws_of(law))
