"""A refusal names the rule as the cycle's law has it: its id, and its title as it stands."""

import pytest

from nomic.cycles.domain.exceptions import Refused
from tests.support.hall import DAY, START, Hall

URGENT = {"class": "urgent"}


def rename(hall: Hall, id_: str, title: str) -> None:
    hall.propose("ada", {"op": "replace", "path": f"/rules/{id_}/title", "value": title}, **URGENT)
    hall.to(START + 2 * DAY)


def reason(hall: Hall, who: str, action: str) -> Refused:
    refused = hall.can(who)[action].reason
    assert refused is not None
    return refused


def test_a_rule_that_is_renamed_is_named_by_its_new_title(cast: Hall) -> None:
    """Before it and after, the id is the same, and so are the rulings."""
    before = reason(cast, "ada", "open-pack")
    assert (before.rule_id, before.rule) == ("card-packs", "Card Packs (R20)")
    rename(cast, "card-packs", "Foil and Bone")
    after = reason(cast, "ada", "open-pack")
    assert (after.rule_id, after.rule) == ("card-packs", "Foil and Bone (R20)")


def test_what_is_refused_for_its_arguments_sake_names_its_rule_too(cast: Hall) -> None:
    """Not only what cannot be done at all."""
    rename(cast, "players", "People")
    with pytest.raises(Refused) as refused:
        cast.do("ada", "declare-reputable", player="ada")
    assert (refused.value.rule_id, refused.value.rule) == ("players", "People (R6)")


def test_what_is_no_rule_of_the_law_has_no_id(cast: Hall) -> None:
    """The host's own limits stand in no ruleset."""
    refused = Refused("not-practice", "Only in practice.", "Practice")
    refused.name_in(cast.cycle.law)
    assert (refused.rule_id, refused.rule) == ("", "Practice")
