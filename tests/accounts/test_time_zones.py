"""The choice of a time zone: a few common ones first, then every zone by continent."""

import re

import pytest
from django import forms

from nomic.accounts.time_zones import COMMON, zone_choices, zones
from nomic.web.templatetags.times import zone_options


def test_the_common_zones_come_first_and_none_is_missing() -> None:
    """At most twenty to choose from at a glance; all others are below, by continent."""
    (label, common), *others = zone_choices()
    assert (label, tuple(name for name, _ in common)) == ("Often used", COMMON)
    assert len(COMMON) <= 20
    assert set(COMMON) <= set(zones())
    assert ["UTC", *sorted(name for _, choices in others for name, _ in choices)] == list(zones())
    assert "Europe" in dict(others)


@pytest.mark.parametrize(
    ("zone", "words"),
    [
        ("UTC", "UTC"),
        ("Europe/Berlin", "Berlin"),
        ("America/New_York", "New York"),
        ("America/Argentina/Buenos_Aires", "Buenos Aires, Argentina"),
    ],
)
def test_a_zone_is_found_by_the_first_letters_of_its_place(zone: str, words: str) -> None:
    assert {dict(choices)[zone] for _, choices in zone_choices() if zone in dict(choices)} == {words}


@pytest.mark.parametrize("chosen", ["UTC", "Europe/Berlin", "Asia/Kathmandu", "", "Nowhere/<b>"])
def test_a_choice_is_selected_once_by_the_tag_and_by_a_form(chosen: str) -> None:
    """The first place of the list that has it, also for the zones that are there twice."""
    by_form = str(forms.Select(choices=zone_choices()).render("zone", chosen))
    for html in (zone_options(chosen), by_form):
        found = [value for value, how in re.findall(r'<option value="([^"]*)"([^>]*)>', html) if "selected" in how]
        assert found == [chosen] * (chosen in zones())
        assert "<b>" not in html
