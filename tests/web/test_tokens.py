"""Contrast of the colours in static/css/tokens.css, in both themes (WCAG 2.2, AA)."""

import itertools
import re
from pathlib import Path

import pytest

CSS = Path(__file__).parents[2] / "static" / "css"
TEXT, LARGE_OR_PART = 4.5, 3.0
GROUNDS = ("floor", "floor-lit", "surface", "raised", "sunken")
WORDS = ("text", "muted", "link", "link-hover", "brass", "good", "bad", "warn", "note")
MEANINGS = ("good", "bad", "warn", "note")
INKS = ("red", "black", "white", "cyan", "yellow", "blue", "green", "magenta", "transparent")
THEMES = ("light", "dark")


def tokens() -> dict[str, dict[str, str]]:
    """The colours by theme and name."""
    css = (CSS / "tokens.css").read_text()
    both = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", css))
    pairs = {
        name: pair for name, *pair in re.findall(r"--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);", css)
    }
    assert len(pairs) > 25, "the file is no longer written as this test reads it"
    return {
        theme: {**both, **{name: pair[place] for name, pair in pairs.items()}} for place, theme in enumerate(THEMES)
    }


def luminance(colour: str) -> float:
    """Relative luminance of "#rrggbb"."""
    channels = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    linear = [value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(first: str, second: str) -> float:
    """Their contrast ratio, from 1 to 21."""
    darker, lighter = sorted((luminance(first), luminance(second)))
    return (lighter + 0.05) / (darker + 0.05)


def test_contrast_is_computed_as_the_guideline_says():
    """Black on white is 21 to 1, and #777777 on white falls just short of 4.5 to 1."""
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("word", "ground"), list(itertools.product(WORDS, GROUNDS)))
def test_words_can_be_read_on_every_ground(theme, word, ground):
    """Every colour of words has 4.5 to 1 on every ground, so that a part may stand anywhere."""
    colours = tokens()[theme]
    assert contrast(colours[word], colours[ground]) >= TEXT


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("word", "meaning"), list(itertools.product(("text", "muted", *MEANINGS), MEANINGS)))
def test_words_can_be_read_on_the_grounds_of_meanings(theme, word, meaning):
    """Notices, badges, insertions and deletions."""
    colours = tokens()[theme]
    assert contrast(colours[word], colours[f"{meaning}-floor"]) >= TEXT


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("state", ["button", "button-hover"])
def test_buttons_can_be_read(theme, state):
    colours = tokens()[theme]
    assert contrast(colours[state], colours["button-text"]) >= TEXT


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("part", "ground"), list(itertools.product(("edge", "focus"), GROUNDS)))
def test_edges_of_fields_and_the_focus_can_be_seen(theme, part, ground):
    """What shows where a field is, and where the keyboard is, has 3 to 1."""
    colours = tokens()[theme]
    assert contrast(colours[part], colours[ground]) >= LARGE_OR_PART


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("paper", ["paper", "paper-shade"])
def test_cards_can_be_read(theme, paper):
    """Words on a card have 4.5 to 1; the large pips in the inks of the colours have 3 to 1."""
    colours = tokens()[theme]
    assert contrast(colours["ink"], colours[paper]) >= TEXT
    assert contrast(colours["ink-muted"], colours[paper]) >= TEXT
    for ink in INKS:
        assert contrast(colours[f"ink-{ink}"], colours[paper]) >= LARGE_OR_PART


def test_no_other_colour_of_words_is_hidden_in_the_style_sheets():
    """Words take their colour from the tokens; only swatches, which are pictures, have colours of their own."""
    for sheet in ("base.css", "components.css", "cards.css"):
        for line in (CSS / sheet).read_text().splitlines():
            for value in re.findall(r"(?<![\w-])color: ([^;]+);", line):
                assert value.startswith("var(--") or value in ("inherit", "currentcolor"), (sheet, line)


def test_every_token_that_is_used_exists():
    """Among all of them, or, a measure, in the sheet of the board that uses it."""
    known = declared_in((CSS / "tokens.css").read_text())
    for sheet in CSS.glob("*.css"):
        text = sheet.read_text()
        assert set(re.findall(r"var\(--([\w-]+)\)", text)) <= known | declared_in(text), sheet.name


def declared_in(text: str) -> set[str]:
    return set(re.findall(r"--([\w-]+):", text))
