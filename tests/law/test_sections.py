"""Sections, schemas, flaws, and the text that may stand in a law."""

import copy
import unicodedata
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from exoptosis.law.cards import CardTraits
from nomic.law.document import sections
from nomic.law.document.sections import (
    Law,
    LawInvalid,
    Section,
    SectionModel,
    check_document,
    flaws_of,
    pointer,
    value_at,
)
from nomic.law.schema.text_types import LawName, LawText, LawTitle, clean_line, clean_text, legible
from tests.support.hall import bare_law, cycle_16

LAW = cycle_16()


ONE_TO_100 = "/battles/cards_at_least: a whole number from 1 to 100 or a calculated value, not"


def flaws(*changes: tuple[str, Any]) -> list[str]:
    """What is wrong with Cycle 16's law after these changes: (pointer, value), or without the value where None."""
    law = copy.deepcopy(LAW)
    for path, value in changes:
        *parents, last = [part.replace("~1", "/").replace("~0", "~") for part in path.split("/")[1:]]
        at: Any = law
        for part in parents:
            at = at[int(part)] if isinstance(at, list) else at[part]
        if value is None:
            del at[last]
        else:
            at[last] = value
    return [str(flaw) for flaw in flaws_of(law)]


def test_the_law_of_cycle_16_has_no_flaw() -> None:
    """What ships is law."""
    assert flaws() == []


def test_the_smallest_law_has_no_flaw() -> None:
    """Without items, cards or a shop there is still a cycle."""
    assert flaws_of(bare_law()) == []


STANDARD = "/rules/standard-class-proposal/clauses/standard"
URGENT = "/rules/urgent-class-proposal/clauses/urgent"
EXPLORATION = "/rules/exploration-class-proposal/clauses/exploration"
REROLL = "/rules/luck/clauses/reroll"
PACK = {"contents": [{"grant": "Vertebra", "to": "$me"}]}
PART = "/packs/Deck Pack/contents/0/add"


@pytest.mark.parametrize("document", [None, [], "law", 5, True])
def test_a_law_is_an_object(document: Any) -> None:
    """Anything else has one flaw, of the whole."""
    (flaw,) = flaws_of(document)
    assert flaw.path == ""


def test_every_required_section_is_missed_by_name() -> None:
    """An empty document lacks each of them."""
    missing = {flaw.path for flaw in flaws_of({})}
    assert missing == {"/cycle", "/rules", "/calendar", "/membership"}


@pytest.mark.parametrize(
    ("change", "flaw"),
    [
        (("/weather", {}), "/weather: there is no section of this name"),
        (("/battles/basis", 1), "/battles/basis: there is no such field here, only"),
        (("/battles/cards_at_least", "1"), f'{ONE_TO_100} "1"'),
        (("/battles/cards_at_least", 1.0), f"{ONE_TO_100} 1.0"),
        (("/battles/cards_at_least", True), f"{ONE_TO_100} true"),
        (("/battles/cards_at_least", -1), f"{ONE_TO_100} -1"),
        (("/battles/cards_at_least", 10**9), f"{ONE_TO_100} 1000000000"),
        (("/items/Chip", None), "/shop/offers/Chip/gives/0/grant: there is no item 'Chip'"),
        (("/items", None), "/battles/at_commencement/0/grant: there is no item 'Vertebra'"),
        (("/shop/offers/Chip/costs/Hat", 1), "/shop/offers/Chip/costs: there is no item 'Hat'"),
        (("/shop/offers/Chip/gives", []), "/shop/offers/Chip/gives: "),
        (("/luck/trait", "Hat"), "/luck/trait: there is no item"),
        (("/cards/Ace/suits", ["Cups"]), "/cards/Ace/suits: there is no suit 'Cups'"),
        (("/cards/Ace/colours", ["Puce"]), "/cards/Ace/colours: there is no colour 'Puce'"),
        (("/cards/Ace/types", ["Holy"]), "/cards/Ace/types: there is no type 'Holy'"),
        (("/cards/Ace/values", [1.5]), "/cards/Ace/values"),
        (("/cards/Ace/values", {"from": 0, "to": 9}), "/cards/Ace/values"),
        (("/cards/Ace/hooks", {"played": []}), "/cards/Ace/hooks/played: there is no such field"),
        (("/cards/Ace/hooks", {"after_battle": []}), "/cards/Ace/hooks/after_battle: there is no such"),
        (("/cards/Ace/hooks", {"when_played": [{"take": 2, "who": "$them"}]}), "/cards/Ace/hooks/when_played/0/who"),
        (("/cards/Ace/hooks", {"allows": {"haz": "$this"}}), "/cards/Ace/hooks/allows: no part of the language"),
        (("/cards/Ace/hooks", {"demands": {"also": {"some": "$beneath"}}}), "/cards/Ace/hooks/demands/also/some: no"),
        (("/modifiers/Bound/hooks", {"after_battle": [{"destroy": "$above"}]}), "/modifiers/Bound/hooks/after_battle/"),
        (("/exoptosis/upon", {"some": "$winner"}), "/exoptosis/upon/some: nothing is called $winner"),
        (("/exoptosis/opening", {"some": "$beneath"}), "/exoptosis/opening/some: nothing is called"),
        (("/exoptosis/betting/cards", {"some": "$this"}), "/exoptosis/betting/cards/some: nothing is called"),
        (("/battles/rewards", [{"grant": "Chip", "to": "$loser"}]), "/battles/rewards/0/to: nothing is called"),
        (("/duels/at_commencement", [{"grant": "Chip", "to": "$winner"}]), "/duels/at_commencement/0/to: nothing"),
        (("/card_traits/see_through", ["Puce"]), "/card_traits/see_through: there is no colour 'Puce'"),
        (("/exoptosis/turn/silence", "yell"), '/exoptosis/turn/silence: one of "forfeit" and "skip"'),
        (("/exoptosis/hand/at_least", 0), "/exoptosis/hand/at_least: a whole number from 1"),
        (("/exoptosis/betting/items", ["Hat"]), "/exoptosis/betting/items: there is no item 'Hat'"),
        (("/exoptosis", None), ": this law needs a section 'exoptosis' too"),
        (("/battles/at_least", 1), "/battles/at_least: a whole number from 2"),
        (("/duels/hands_only_in", "Battle!"), "/duels/hands_only_in: "),
        (("/card_traits", None), ": this law needs a section 'card_traits' too"),
        (("/card_traits/opposites", [["Red"]]), "/card_traits/opposites/0: "),
        (("/card_traits/opposites", [["Red", "Puce"]]), "/card_traits/opposites/0: there is no colour"),
        (("/modifiers/Red Coating/turns_into/colours", ["Puce"]), "/modifiers/Red Coating/turns_into: there is no"),
        (("/modifiers/Bound", None), "/collections/Basic/elements: there is no modifier 'Bound'"),
        (("/modifiers", None), ": this law needs a section 'modifiers' too"),
        (("/collections/Rare/elements", []), "/collections/Rare/elements: "),
        (("/collections/Rare/chance", 101), "/collections/Rare/chance: a whole number from 0 to 100"),
        (("/collections/Colours", None), "/random_cards/missing_colour: there is no collection"),
        (("/random_cards/excluded_types", ["Holy"]), "/random_cards/excluded_types: there is no type"),
        (("/random_cards", None), ": this law needs a section 'random_cards' too"),
        (("/packs/Hat", {"contents": [{"finish": "win", "who": "$me"}]}), "/packs/Hat: there is no item 'Hat'"),
        (("/packs/Deck Pack/contents", [{"finish": "win", "who": "$me"}]), "/packs/Deck Pack/contents/0: 'finish' "),
        (("/packs/Deck Pack/contents/0/to", "hand"), "/packs/Deck Pack/contents/0/to: there is no hand"),
        (("/packs/Deck Pack/contents", []), "/packs/Deck Pack/contents: "),
        (("/packs/Deck Pack/contents/0/n", -1), "/packs/Deck Pack/contents/0/n: at least 0"),
        (("/packs/Deck Pack/contents/0/n", 101), "/packs/Deck Pack/contents/0/n: this may be 101"),
        (("/packs/Deck Pack/contents/0/add/types", ["Null"]), "/packs/Deck Pack/contents/0/add/types: no species"),
        ((f"{PART}/collections", [["Rare"]]), f"{PART}/collections/0: [collection, per cent] needed here"),
        ((f"{PART}/collections", [["Rare", "5"]]), f"{PART}/collections/0/1: a number needed here"),
        ((f"{PART}/collections", [["Rare", True]]), f"{PART}/collections/0/1: a value needed here, not yes"),
        ((f"{PART}/collections", [["Rare", 101]]), f"{PART}/collections/0: a chance is between"),
        ((f"{PART}/collections", [["Best", 5]]), f"{PART}/collections/0/0: there is no collection 'Best'"),
        (("/calendar/phases/0/starts_at_hour", 1), "/calendar/phases/0/starts_at_hour: the first phase"),
        (("/calendar/phases/1/starts_at_hour", 0), "/calendar/phases: each phase starts after"),
        (("/calendar/phases/1/starts_at_hour", 168), "/calendar/phases: every phase starts before"),
        (("/calendar/phases", []), "/calendar/phases: "),
        (("/calendar/length_hours", 0), "/calendar/length_hours: "),
        (("/calendar/phases/0/kind", "Rest!"), "/calendar/phases/0/kind: "),
        (("/membership/declarations_needed", 0), "/membership/declarations_needed: "),
        (("/proposals/default", "wish"), "/proposals/default: there is no such field here, only most_open"),
        ((f"{STANDARD}/default", None), "/rules: no class of proposals is the default"),
        ((f"{STANDARD}/lasts/hours", 5), f"{STANDARD}/lasts: how long people vote"),
        ((f"{URGENT}/lasts/hours", None), f"{URGENT}/lasts: how long people vote"),
        ((f"{URGENT}/passes", None), f"{URGENT}/passes: "),
        ((f"{EXPLORATION}/costs/Hat", 1), f"{EXPLORATION}/costs/Hat: there is no item"),
        (("/cycle/title", ""), "/cycle/title: "),
        (("/cycle/title", "x" * 121), "/cycle/title: "),
        (("/cycle/title", "two\nlines"), "/cycle/title: "),
        (("/packs", None), "/items/Deck Pack: an item with 'Pack' in its name is a pack (R20)"),
        (("/items/Handy Pack", None), "/packs/Handy Pack: there is no item 'Handy Pack'"),
        (("/items/Handy Pack/kind", "token"), "/items/Handy Pack/kind: the kind is 'pack' exactly where"),
        (("/items/Chip/kind", "pack"), "/items/Chip/kind: the kind is 'pack' exactly where"),
        (("/items/Backpack", {"plural": "Backpacks", "kind": "keepsake"}), "/items/Backpack/kind: the kind is 'pack'"),
        (("/packs/Chip", PACK), "/packs/Chip: a pack has 'Pack' or 'pack' in its name (R20)"),
        (("/items/Odd Dice", {"plural": "Odd Dice", "kind": "dice"}), "/items/Odd Dice/kind: an item of the"),
        (("/items/ Chip", {"plural": "x", "kind": "token"}), "/items/ Chip: a name has no blanks around it"),
        (("/items/Chi\u202ep", {"plural": "x", "kind": "token"}), "/items/Chi"),
        (("/items/e\u0301", {"plural": "x", "kind": "token"}), "/items/e"),
    ],
)  # fmt: skip
def test_every_flaw_is_named_with_its_place(change: tuple[str, Any], flaw: str) -> None:
    """A pointer to the place, and what is wrong there."""
    found = flaws(change)
    assert any(each.startswith(flaw) for each in found), found


def test_R20_R141_a_pack_is_an_item_of_that_name_with_contents_or_empty() -> None:
    """Both together are law, whichever of the two spellings the name has; so is a pack without contents, or neither."""
    assert all(flaw.startswith("/rules/") for flaw in flaws(("/packs/Handy Pack", None)))  # rules quote its contents
    assert flaws(("/items/Six-pack", {"plural": "Six-packs", "kind": "pack"})) == []
    item = {"plural": "Six-packs", "kind": "pack"}
    assert flaws(("/items/Six-pack", item), ("/packs/Six-pack", PACK)) == []
    assert flaws(("/items/Six Pack", item), ("/packs/Six Pack", PACK)) == []
    assert flaws(("/items/Sixpence", {"plural": "Sixpence", "kind": "keepsake"})) == []


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("/shop/offers/Chip/gives", [{"grant": "Gold Pack", "to": "$me"}]),
        ("/shop/offers/Chip/costs", {"Gold Pack": 1}),
        ("/packs/Deck Pack/contents", [{"grant": "Gold Pack", "to": "$me"}]),
        ("/battles/rewards", [{"grant": "Gold Pack", "to": "$winner"}]),
        ("/knucklebones/rewards", [{"grant": "Gold Pack", "to": "$winner"}]),
        ("/cards/Ace/hooks/when_played", [{"revoke": "Gold Pack", "from": "$me"}]),
        (
            "/modifiers/Bound/hooks/when_played",
            [{"if": {"is": [{"stock": "Gold Pack", "of": "$me"}, "equals", 1]}, "then": [{"take": 1, "who": "$me"}]}],
        ),
        ("/exoptosis/betting/items", ["Gold Pack"]),
        ("/luck/trait", "Gold Pack"),
        (f"{EXPLORATION}/costs", {"Gold Pack": 1}),
        ("/knucklebones/dice/Gold Pack", {"when": "before", "effect": [{"let": "rolled", "be": 1}]}),
    ],
)
def test_R20_R141_wherever_an_item_is_named_it_is_one_and_a_pack_may_be_empty(path: str, value: Any) -> None:
    """Where the law does not know the item, the place where it is named is told."""
    assert any("there is no item 'Gold Pack'" in flaw for flaw in flaws((path, value)))
    item = {"plural": "Gold Packs", "kind": "pack"}
    # What good luck is called and what it costs to use it are changed together.
    with_it = [(f"{REROLL}/costs", {"Gold Pack": 1})] if path == "/luck/trait" else []
    for contents in ([], [("/packs/Gold Pack", PACK)]):
        known = flaws(("/items/Gold Pack", item), *contents, (path, value), *with_it)
        assert [flaw for flaw in known if not flaw.startswith("/rules/")] == []  # rules quote what was there before


def test_some_species_must_be_left_to_draw() -> None:
    """A random card needs at least one species that is not of an excluded type."""
    law = copy.deepcopy(LAW)
    for species in law["cards"].values():
        species["types"] = ["Null"]
    del law["packs"]
    assert "/cards: some species must be left for a random card" in [str(flaw) for flaw in flaws_of(law)]


def test_several_flaws_are_told_together_and_not_without_end() -> None:
    """All that is wrong in one answer, twenty at most."""
    assert len(flaws(("/battles/cards_at_least", -1), ("/battles/at_least", -1))) == 2
    assert len(flaws(*((f"/nonsense {count}", {}) for count in range(50)))) == 20


def test_check_raises_with_every_flaw() -> None:
    """The error carries the list."""
    with pytest.raises(LawInvalid) as caught:
        check_document({})
    assert len(caught.value.flaws) == 4


def test_a_law_that_was_found_good_is_told_from_every_other() -> None:
    """However alike they are: what differs in the least is looked at anew."""
    check_document(cycle_16())
    check_document(cycle_16())
    for path, value in (("place", True), ("place", 1.0), ("title", 1)):
        other = cycle_16()
        key = next(iter(other["rules"]))
        other["rules"][key] = {**other["rules"][key], path: value}
        with pytest.raises(LawInvalid):
            check_document(other)


def test_a_law_nested_without_end_is_refused() -> None:
    deep: Any = {}
    for _ in range(5000):
        deep = {"deeper": deep}
    with pytest.raises(LawInvalid, match="nested too deep"):
        check_document(cycle_16() | {"deep": deep})


def test_a_section_belongs_to_one_owner() -> None:
    """Registering another schema under a name that is taken is a mistake of the programmer."""
    with pytest.raises(ValueError, match="owned already"):
        sections.register(Section("rules", "Other rules", SectionModel))


def test_a_law_reads_a_section_once_and_by_its_own_schema() -> None:
    """The same object each time; another schema is refused."""
    from nomic.cycles.domain.calendar import Calendar
    from nomic.players.law_section import Membership

    law = Law(LAW)
    assert law.section("calendar", Calendar) is law.section("calendar", Calendar)
    with pytest.raises(TypeError):
        law.section("calendar", Membership)
    with pytest.raises(KeyError):
        Law({}).section("calendar", Calendar)
    assert Law({}).section_or_none("calendar", Calendar) is None


@given(st.lists(st.text(min_size=1), min_size=1, max_size=4))
def test_a_pointer_finds_what_it_was_made_for(parts: list[str]) -> None:
    """Slashes and tildes in keys come back."""
    document: Any = "found"
    for part in reversed(parts):
        document = {part: document}
    assert value_at(document, pointer(*parts)) == "found"


@pytest.mark.parametrize("path", ["/phases/-", "/phases/2", "/phases/x", "/title/0", "/nothing", "/~", "no slash"])
def test_nothing_is_at_a_place_that_is_not_there(path: str) -> None:
    """Not behind the end of a list, not inside a text."""
    with pytest.raises(LookupError, match="the law has nothing at"):
        value_at({"phases": [1, 2], "title": "abc"}, path)


# Text


@pytest.mark.parametrize(
    "code",
    [0x00, 0x07, 0x0B, 0x1B, 0x7F, 0x85, 0x61C, 0x200E, 0x200F, 0x202A, 0x202E, 0x2066, 0x2069, 0xD800, 0xDFFF, 0xFDD0,
     0xFFFE, 0xFFFF, 0x1FFFF, 0x10FFFE],
)  # fmt: skip
def test_characters_without_business_in_a_text_are_refused_by_name(code: int) -> None:
    """Controls, turned writing, lone surrogates and noncharacters."""
    with pytest.raises(ValueError, match=f"U\\+{code:04X}"):
        clean_text(f"a{chr(code)}b")
    assert legible(f"a{chr(code)}b") == "a\ufffdb"


@pytest.mark.parametrize(
    "text", ["🝬", "👍🏽", "नमस्ते", "שלום", "مرحبا", "a\u200db", "a\u200cb", "\u00ad", "\ufeff", "𝔘", "\ue000"]
)
def test_the_writing_of_the_world_may_stand_in_a_text(text: str) -> None:
    """Joiners, emoji, right-to-left letters and symbols are text."""
    assert clean_text(text) == text


def test_text_keeps_its_lines_and_loses_trailing_blanks() -> None:
    """Line breaks become one kind, and letters are composed."""
    assert clean_text("\n a  \r\nb\t\rcafe\u0301\n\n") == " a\nb\ncafé"


def test_wikitext_and_html_are_text() -> None:
    """They are kept as they were typed."""
    text = "<script>alert(1)</script> {{Template|x}} [[Category:Rules]] <!-- --> ''' ~~~~ __NOTOC__ &amp; <nowiki>"
    assert clean_text(text) == text


@pytest.mark.parametrize("text", ["", " ", "\n", "a\nb", "a\rb"])
def test_a_title_is_one_line_and_not_empty(text: str) -> None:
    """Nothing, and two lines, are refused."""
    with pytest.raises(ValueError, match=r"single line|empty"):
        clean_line(text)


def test_white_space_in_a_title_is_folded() -> None:
    """Tabs and several blanks are one blank."""
    assert clean_line("  a \t b\u2003c ") == "a b c"


@pytest.mark.parametrize(("kind", "longest"), [(LawTitle, 120), (LawText, 50_000)])
def test_the_length_that_counts_is_the_length_that_is_kept(kind: Any, longest: int) -> None:
    """A letter that composed form writes as two or three counts as two or three: the column holds no more."""
    read = TypeAdapter(kind).validate_python
    assert len(read("x" * longest)) == longest
    with pytest.raises(ValidationError, match="at most"):
        read("x" * (longest + 1))
    grows = "\N{DEVANAGARI LETTER QA}"
    assert len(unicodedata.normalize("NFC", grows)) == 2
    with pytest.raises(ValidationError, match="at most"):
        read(grows * longest)


@given(st.text())
def test_cleaning_twice_is_cleaning_once(text: str) -> None:
    """What is clean stays as it is."""
    try:
        clean = clean_text(text)
    except ValueError:
        return
    assert clean_text(clean) == clean


@pytest.mark.parametrize(
    "name", ["", " a", "a ", "a  b", "a/b", "a~b", "a:b", "a|b", "{a}", "[a]", "<a>", "a\nb", "x" * 61]
)
def test_names_have_one_spelling_and_no_character_that_means_something_elsewhere(name: str) -> None:
    """No pointer, template, link or tag can be made of a name."""
    with pytest.raises(ValidationError):
        TypeAdapter(LawName).validate_python(name)


@pytest.mark.parametrize("name", ["Go to jail monopoly card", "-1 of Blight", "Already-opened Pack", "🝬", "café"])
def test_names_may_be_words_in_any_writing(name: str) -> None:
    """As the game's own are."""
    assert TypeAdapter(LawName).validate_python(name) == name


@pytest.mark.parametrize(
    "path",
    [
        "/battles/declare_in",
        "/card_traits/suits",
        "/card_traits/colours",
        "/card_traits/see_through",
        "/corrections/who",
        "/court/verdicts",
        "/exoptosis/betting/items",
        "/knucklebones/begin_in",
        "/knucklebones/declare_in",
        "/membership/no_activity",
        "/modifiers/Red Coating/turns_into/colours",
        "/random_cards/excluded_types",
    ],
)
def test_a_list_that_is_a_set_names_nothing_twice(path: str) -> None:
    """Rules would read it out twice, and chance would draw it twice as often. Capitals make no other name."""
    names = value_at(LAW, path)
    again = names[0].upper() if path in ("/card_traits/suits", "/court/verdicts") else names[0]
    assert flaws((path, [*names, again])) == [f"{path}: {again} is listed twice"]


def test_a_law_in_force_that_names_something_twice_is_still_read() -> None:
    """It was adopted before this was refused: its cycle goes on, and the next change has to mend it."""
    law = copy.deepcopy(LAW)
    law["card_traits"]["suits"].append("Hearts")
    assert Law(law).section("card_traits", CardTraits).suits.count("Hearts") == 2
    assert [str(flaw) for flaw in flaws_of(law)] == ["/card_traits/suits: Hearts is listed twice"]


def test_a_collection_may_name_a_modifier_twice() -> None:
    """It is then twice as likely, as Holographic is among the rare ones."""
    elements = value_at(LAW, "/collections/Rare/elements")
    assert elements.count("Holographic") > 1
    assert flaws(("/collections/Common/elements", ["Torn", "Torn", "Timely"])) == []
