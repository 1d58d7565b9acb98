"""The styleguide: one page with every component of the site's pages, for front-end developers."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django import forms
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from nomic.charts.holdings_forecast import charts
from nomic.charts.standings_by_phase import over_phases
from nomic.forecast.dry_run import Holding
from nomic.inventory.card_views import Face, face_of
from nomic.inventory.models import Card
from nomic.law.document.sections import Law
from nomic.law.document.templates import document_of, law_templates
from nomic.proposals.votes.tally import Tally

TOKENS = "static/css/tokens.css"
HOLDINGS = (Holding("Ada", "Coin", 4, 4, 9), Holding("Ben", "Coin", 6, 8, 3), Holding("Cleo", "Coin", 1, 1, 2))
STANDING = {"Ada": [0, 2, 2, 5, 7], "Ben": [0, 1, 4, 4, 6], "Cleo": [0, 0, 1, 3, 3]}


PICTURED = (  # the name of a picture, and an action's title and summary
    ("explore", "Explore the Hall", "Come upon something."),
    ("buy", "Buy from the Croupier", "Pay the price of an offer and gain it."),
    ("open-pack", "Open a pack", "Gain the cards in it."),
    ("duel", "Ask for a duel", "It begins when all have accepted."),
    ("submit-proposal", "Submit a proposal", "Propose a change to the rules."),
    ("gift", "Give a gift", "Give another player a pack."),
    ("", "Light a lamp", "An action without a picture has an emblem of its title."),
)


class SampleForm(forms.Form):
    """Form with a field of each kind, one of which has an error."""

    name = forms.CharField(max_length=30, help_text="What others see.")
    coins = forms.IntegerField(label="How many Coins", min_value=1, max_value=9)
    which = forms.ChoiceField(choices=[("first", "The first one"), ("second", "The second one")])
    reason = forms.CharField(widget=forms.Textarea(attrs={"class": "short", "rows": 2}), required=False)
    agree = forms.BooleanField(label="Send me an email, too", required=False)
    who = forms.MultipleChoiceField(
        choices=[(name, name) for name in ("Ada", "Ben", "Cleo")], widget=forms.CheckboxSelectMultiple, required=False
    )


@dataclass(frozen=True, slots=True)
class Token:
    """A colour or measure of the pages: its name, and its value in the light and in the dark theme."""

    name: str
    light: str
    dark: str

    @property
    def is_colour(self) -> bool:
        """True if the value is a colour."""
        return self.light.startswith("#")


@dataclass(frozen=True, slots=True)
class Group:
    """The tokens below one comment of the token file."""

    title: str
    tokens: tuple[Token, ...]


@lru_cache(maxsize=1)
def groups() -> tuple[Group, ...]:
    """Return the groups of tokens, in the order of the token file."""
    css = (settings.BASE_DIR / TOKENS).read_text(encoding="utf-8")
    root = css[css.index(":root {") : css.index(":root[data-theme")]
    first, *commented = root.split("/*")
    parts = [("Measures", first), *(part.partition("*/")[::2] for part in commented)]
    found = (Group(" ".join(title.split()), tuple(_tokens(text))) for title, text in parts)
    return tuple(group for group in found if group.tokens)


def _tokens(css: str) -> Iterator[Token]:
    for declaration in css.split(";"):
        name, is_token, value = declaration.strip().partition(": ")
        if not is_token:
            continue
        pair = re.fullmatch(r"light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)", value)
        yield Token(name.removeprefix("--"), *(pair.groups() if pair else (value, value)))


@lru_cache(maxsize=1)
def faces() -> tuple[Face, ...]:
    """Return sample cards of the first game with cards: short and long names, with and without modifiers."""
    law = next(law for law in (Law(document_of(name), number=0) for name in law_templates()) if law.has("cards"))
    species = sorted(law.document["cards"], key=lambda name: (len(name), name))
    modifiers = [{"name": name} for name in sorted(law.document.get("modifiers", {}))]
    chosen: Any = ((species[0], []), (species[len(species) // 2], modifiers[:1]), (species[-1], modifiers[:2]))
    return tuple(
        face_of(law, Card(code=f"sample{place}", species=name, modifiers=own))
        for place, (name, own) in enumerate(chosen)
    )


@require_safe
def styleguide(request: HttpRequest) -> HttpResponse:
    """Show every component with made-up content. Reads no cycle."""
    context = {
        "groups": groups(),
        "faces": faces(),
        "tallies": (Tally(3, 1, 1), Tally(2, 0, 0, 2, 5, lacking="for 3"), Tally(sealed=4)),
        "holdings": charts(HOLDINGS),
        "standing": over_phases([f"week {number}" for number in range(1, 6)], STANDING, 10),
        "pictured": PICTURED,
        "form": SampleForm({"name": "Ada", "coins": 12, "which": "first", "who": ["Ben"]}),
        "cycle": None,
    }
    return render(request, "web/styleguide.html", context)
