"""Contrast of the colours in static/css/tokens.css, in both themes (WCAG 2.2, AA)."""

import itertools
import re
from collections.abc import Iterable
from pathlib import Path

import pytest

CSS = Path(__file__).parents[2] / "static" / "css"
TEXT, LARGE_OR_PART = 4.5, 3.0
GROUNDS = ("floor", "floor-lit", "surface", "raised", "sunken")
WORDS = ("text", "muted", "link", "link-hover", "brass", "good", "bad", "warn", "note")
MEANINGS = ("good", "bad", "warn", "note")
INKS = ("red", "black", "white", "cyan", "yellow", "blue", "green", "magenta", "transparent")
THEMES = ("light", "dark")
# Blockly sets these on the page: filters and a pattern of its drawing, which the rules copied from it use.
OF_BLOCKLY = {"blocklyEmbossFilter", "blocklyDisabledPattern", "blocklySelectedGlowFilter"}


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


@pytest.fixture(params=THEMES)
def colours(request: pytest.FixtureRequest) -> dict[str, str]:
    """The colours of a theme by name."""
    return tokens()[request.param]


def too_faint(colours: dict[str, str], words: Iterable[str], grounds: Iterable[str], least: float) -> dict[str, float]:
    """What of these words, or parts, has less contrast on which of these grounds, and how much it has."""
    found = {pair: contrast(*map(colours.__getitem__, pair)) for pair in itertools.product(words, grounds)}
    return {f"{word} on {ground}": ratio for (word, ground), ratio in found.items() if ratio < least}


def test_words_can_be_read_on_every_ground(colours):
    """Every colour of words has 4.5 to 1 on every ground, so that a part may stand anywhere."""
    assert too_faint(colours, WORDS, GROUNDS, TEXT) == {}


def test_words_can_be_read_on_the_grounds_of_meanings(colours):
    """Notices, badges, insertions and deletions."""
    grounds = [f"{meaning}-floor" for meaning in MEANINGS]
    assert too_faint(colours, ("text", "muted", *MEANINGS), grounds, TEXT) == {}


def test_buttons_can_be_read(colours):
    """At rest and pointed at."""
    assert too_faint(colours, ["button-text"], ("button", "button-hover"), TEXT) == {}


def test_edges_of_fields_and_the_focus_can_be_seen(colours):
    """What shows where a field is, and where the keyboard is, has 3 to 1."""
    assert too_faint(colours, ("edge", "focus"), GROUNDS, LARGE_OR_PART) == {}


def test_cards_can_be_read(colours):
    """Words on a card have 4.5 to 1; the large pips in the inks of the colours have 3 to 1."""
    paper = ("paper", "paper-shade")
    assert too_faint(colours, ("ink", "ink-muted"), paper, TEXT) == {}
    assert too_faint(colours, [f"ink-{ink}" for ink in INKS], paper, LARGE_OR_PART) == {}


def test_a_colour_that_is_too_faint_is_named():
    """With the ground on which it is, and the contrast that it has."""
    grey = {"words": "#777777", "paper": "#ffffff", "slate": "#000000"}
    assert too_faint(grey, ["words"], ["paper", "slate"], TEXT) == {"words on paper": pytest.approx(4.48, abs=0.005)}


def test_no_other_colour_of_words_is_hidden_in_the_style_sheets():
    """Words take their colour from the tokens; only swatches, which are pictures, have colours of their own."""
    for sheet in ("base.css", "components.css", "cards.css"):
        for line in (CSS / sheet).read_text().splitlines():
            for value in re.findall(r"(?<![\w-])color: ([^;]+);", line):
                assert value.startswith("var(--") or value in ("inherit", "currentcolor"), (sheet, line)


def test_every_token_that_is_used_exists():
    """Among all of them, or, a measure, in the sheet of the board that uses it. Blockly sets some of its own."""
    known = declared_in((CSS / "tokens.css").read_text())
    unknown = {}
    for sheet in CSS.glob("*.css"):
        text = sheet.read_text()
        unknown[sheet.name] = set(re.findall(r"var\(--([\w-]+)\)", text)) - known - declared_in(text)
    assert {name: found for name, found in unknown.items() if found} == {"block-editor.css": OF_BLOCKLY}


def declared_in(text: str) -> set[str]:
    return set(re.findall(r"--([\w-]+):", text))
