"""A value is typed in the words in which pages say it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nomic.forms.parse_law_values import value_typed
from nomic.law.document.sections import Law
from nomic.law.labels.value_labels import in_unit, unit_of
from nomic.law.search.values import values_of
from tests.support.hall import cycle_16


@pytest.mark.parametrize(
    ("old", "unit", "typed", "meant"),
    [
        (1440, "minutes", "12 hours", 720),
        (1440, "minutes", "1 day 12 hours and 5 min", 2165),
        (24, "hours", "2 Days", 48),
        (24, "hours", "1 week, 1 day", 192),
        (24, "hours", "90 minutes", None),  # half an hour is no number of hours
        (24, "hours", "2 days ago", None),
        (24, "hours", "", None),
        (12, "Vertebra|Vertebrae", "9 vertebrae", 9),
        (12, "Vertebra|Vertebrae", "1 Vertebra", 1),
        (12, "Vertebra|Vertebrae", "9 Chips", None),
        (20, "per cent", "25 %", 25),
        (20, "per cent", "25%", 25),
        (20, "per cent", "25 percent", 25),
        (True, "", "no", False),
        (False, "", "Yes", True),
        (False, "", "perhaps", None),
        ([3], "", "3 and 4", None),
        (12, "", "9 lives", None),
    ],
)
def test_words_for_a_value(old: object, unit: str, typed: str, meant: object) -> None:
    assert value_typed(old, unit, typed) == meant


def test_every_number_of_a_law_can_be_typed_as_it_is_said() -> None:
    """What stands beside "Now" is understood in the field below it."""
    law = Law(cycle_16())
    tried = 0
    for value in values_of(law):
        unit = unit_of(law, value.path)
        if unit and isinstance(value.value, int) and not isinstance(value.value, bool):
            assert value_typed(value.value, unit, in_unit(value.value, unit)) == value.value, value
            tried += 1
    assert tried > 25


@given(st.text(max_size=200), st.sampled_from(["hours", "minutes", "per cent", "card|cards", ""]))
def test_whatever_is_typed_is_a_number_or_nothing(typed: str, unit: str) -> None:
    assert value_typed(7, unit, typed) is None or isinstance(value_typed(7, unit, typed), int)
