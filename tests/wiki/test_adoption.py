"""An edit of the ruleset's page, read back as what would have to change in the law."""

import copy
import re
from typing import Any

import pytest

from nomic.cycles.models import Cycle
from nomic.law.document.sections import Law
from nomic.law.rules.tree import rules_of, tree
from nomic.web.composer.wiki_edits import operations_of
from nomic.wiki.edit_reports.apply_edit_to_source import edited_source
from nomic.wiki.edit_reports.rule_edits import MAX_EDITS, Adoptable, CannotAdopt, RuleEdit, _shown, adoptable
from nomic.wiki.edit_reports.split_page import sections
from nomic.wiki.models import Cause, PageKind, WikiPage
from nomic.wiki.pages.layout.as_of_line import without_line
from nomic.wiki.pages.render import render_page
from nomic.wiki.pages.ruleset import without_facts
from nomic.wiki.publishing import markers
from nomic.wikitext.escape import normalise_text
from nomic.wikitext.myers import ComparisonBudget


@pytest.fixture
def page(hall: Cycle) -> WikiPage:
    """The ruleset's page as it was published."""
    found = WikiPage.objects.select_related("cycle").get(cycle=hall, kind=PageKind.RULESET)
    found.published_text = normalise_text(render_page(found))
    found.parked_cause = Cause.EDITED
    return found


def edited(page: WikiPage, *changes: tuple[str, str]) -> Any:
    text = page.published_text
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    page.parked_text = markers.Parts("People's words", text, "").page()
    return adoptable(page, page.cycle.law)


DOES = re.compile(r'\n+<div class="rule-does[^>]*>.*?</div></div>', re.DOTALL)  # what stands beneath the words


def test_every_rule_is_found_on_the_page(page: WikiPage) -> None:
    """With its body as the page shows it, whatever is in it."""
    law = page.cycle.law
    _, found = sections(without_line(page.published_text), {})
    shown = {section.id: section.body for section in found}
    assert [section.id for section in found][: len(rules_of(law))] == [placed.id for placed in tree(rules_of(law))]
    for id_, rule in rules_of(law).items():
        assert DOES.sub("", without_facts(shown[id_])[0].rstrip("\n")) == _shown(law, rule.body)


def bodies(found: Adoptable) -> dict[str, str]:
    return {edit.id or edit.title: edit.body for edit in found.written}


def test_words_become_the_words_of_the_rule(page: WikiPage) -> None:
    """The law's own source with these words changed, markup and all; other rules stay out of it."""
    source = rules_of(page.cycle.law)["luck"].body
    found = edited(page, ("with a new result", "with ''two'' [[result]]s & dice"))
    assert bodies(found) == {"luck": source.replace("a new result", "''two'' [[result]]s & dice")}
    assert (found.gone, found.values, found.remarks) == ([], {}, [])


def test_places_of_values_stay_in_lines_that_were_edited(page: WikiPage) -> None:
    """A word beside a value is changed: the value stays one, in all lines, also where lines come and go."""
    rule = next(rule for rule in rules_of(page.cycle.law).values() if "/membership/reputable_after_hours" in rule.body)
    found = edited(
        page, ("a player for 7 days without a break; or", "a player for 7 days with hardly a break; or\n* by luck; or")
    )
    (body,) = bodies(found).values()
    assert "{{law|/membership/founders_within_hours|time}}" in body
    assert body.count("{{law|") >= rule.body.count("{{law|") - 1
    assert "* by luck; or\n" in body


def test_a_word_beside_a_value_keeps_the_value(page: WikiPage) -> None:
    """Nothing is lost of the law."""
    found = edited(page, ("have publicly declared you reputable", "have loudly declared you reputable"))
    (body,) = bodies(found).values()
    assert "once {{law|/membership/declarations_needed|of other player}} have loudly declared you reputable." in body
    assert found.remarks == []


def test_a_number_of_the_law_is_changed_as_a_value(page: WikiPage) -> None:
    """Where somebody wrote another number in its place; the words of the rule stay."""
    needed = page.cycle.law.document["membership"]["declarations_needed"]
    found = edited(page, (f"once {needed} other players", f"once {needed + 4} other players"))
    assert found.values == {"/membership/declarations_needed": str(needed + 4)}
    assert found.written == []


@pytest.mark.parametrize(
    ("was", "now", "values"),
    [
        ("within the last 7 days", "within the last 9 days", {"/membership/rejoin_after_hours": "216"}),
        ("within the last 7 days", "within the last 30 hours", {"/membership/rejoin_after_hours": "30"}),
        ("lapses after 2 days", "lapses after 90 minutes", {"/duels/request_lapses_minutes": "90"}),
        ("once 2 other players", "once another player", {"/membership/declarations_needed": "1"}),
        ("gain 2 random cards and a", "gain a random card and a", {"/packs/Handy Pack/contents/0/n": "1"}),
    ],
)
def test_a_number_in_words_is_changed_as_a_value(page: WikiPage, was: str, now: str, values: dict[str, str]) -> None:
    """In each form that has a number; no words of a rule change."""
    found = edited(page, (was, now))
    assert (found.values, found.written, found.remarks) == (values, [], [])


def test_what_was_a_value_and_is_words_now_is_told(page: WikiPage) -> None:
    """A duration is written in words: these take its place, and the remark names what was lost."""
    found = edited(page, ("within the last 7 days", "within the last long while"))
    (body,) = bodies(found).values()
    assert "within the last long while. You may" in body
    assert found.remarks == ["In “Players” these were values of the law and are words now: 7 days."]


def test_headings_become_titles_new_rules_and_repeals(page: WikiPage) -> None:
    """A heading that was changed, one that is new with its text, and one that is gone with all that stood under it."""
    body = _shown(page.cycle.law, rules_of(page.cycle.law)["luck"].body)
    luck = f'=== Luck ===\n<span id="&#95;rule-luck"></span>\n{body}\n'
    found = edited(
        page,
        (luck, ""),
        ("== Time ==", "== Of time =="),
        ("=== Phases ===", "=== Haste ===\nBe quick.\n\n=== Phases ==="),
    )
    time = rules_of(page.cycle.law)["time"]
    assert found.written == [RuleEdit("time", "Of time", time.body, 2), RuleEdit("", "Haste", "Be quick.", 3)]
    assert found.outline[:4] == [(2, "time"), (3, "general"), (3, ""), (3, "phases")]
    assert (found.gone, found.remarks) == (["luck"], [])


def test_words_between_a_heading_and_its_anchor_are_the_rule_s(page: WikiPage) -> None:
    """Nobody who edits a page looks for what an anchor is."""
    found = edited(
        page,
        (
            '== Time ==\n<span id="&#95;rule-time"></span>',
            '== Time ==\nFirst of all.\n<span id="&#95;rule-time"></span>',
        ),
    )
    assert bodies(found)["time"].startswith("First of all.\nThe whole game is a '''cycle'''")
    assert found.gone == []


def test_a_rule_whose_anchor_was_taken_away_is_known_by_its_heading(page: WikiPage) -> None:
    """Nothing of it was changed, hence nothing is to be voted on."""
    with pytest.raises(CannotAdopt, match="No rule's words were changed"):
        edited(page, ('<span id="&#95;rule-time"></span>\n', ""))


def test_the_copy_of_a_rule_is_a_new_rule(page: WikiPage) -> None:
    """Of two headings with one rule's id the first keeps the id, and the second is a new rule."""
    time = '== Time ==\n<span id="&#95;rule-time"></span>\n'
    found = edited(page, (time, f"{time}New.\n\n{time}"))
    assert [(edit.id, edit.title) for edit in found.written] == [("time", "Time"), ("", "Time")]


def test_a_heading_that_moves_in_depth_moves_its_rule(page: WikiPage) -> None:
    """Under the last heading above it that is less deep, or to the top; words that were changed with it go along."""
    rules = rules_of(page.cycle.law)
    found = edited(page, ("\n== Players ==\n", "\n=== Players ===\n"), ("\n=== Luck ===\n", "\n== Fortune ==\n"))
    assert (found.moved, found.remarks) == (["players", "luck"], [])
    assert found.written == [RuleEdit("luck", "Fortune", rules["luck"].body, 2)]
    operations, remarks = operations_of(page.cycle.law, found)
    places = {each["path"]: each["value"] for each in operations if each["op"] == "replace"}
    assert {path: value for path, value in places.items() if not path.endswith("/place")} == {
        "/rules/players/parent": "rules",
        "/rules/luck/title": "Fortune",
        "/rules/luck/parent": None,
    }
    assert remarks == []


def test_a_rule_that_was_moved_since_stays_where_it_is(page: WikiPage) -> None:
    """The edit was made of another tree."""
    document = copy.deepcopy(page.cycle.law.document)
    document["rules"]["players"]["parent"] = "rules"
    text = page.published_text.replace("\n== Players ==\n", "\n==== Players ====\n")
    page.parked_text = markers.Parts("", text.replace("=== Luck ===", "=== Fortune ==="), "").page()
    found = adoptable(page, Law(document))
    assert (found.moved, [edit.id for edit in found.written]) == ([], ["luck"])
    assert found.remarks == ["“Players” has been moved since: it stays where it is."]


def test_what_is_no_rule_s_words_is_told(page: WikiPage) -> None:
    """The words above the rules and the tables: they are made of something else."""
    page.published_text += "\n\n== Tables ==\nOne."
    found = edited(
        page,
        ("and every week has phases", "and every day has phases"),
        ("Revision 0 of the law", "Revision 99 of the law"),
        ("\n== Tables ==\nOne.", "\n== Tables ==\nMine."),
    )
    assert found.remarks == [
        "The text above the first rule is not a rule. It stays as it is in the law.",
        "Tables are made from values of the law: change these in the proposal itself.",
    ]


def test_a_rule_that_was_amended_since_is_not_written_over(page: WikiPage) -> None:
    """The edit was made of older words."""
    document = copy.deepcopy(page.cycle.law.document)
    document["rules"]["luck"]["body"] = "There is no luck."
    text = page.published_text.replace("a new result", "two new results")
    page.parked_text = markers.Parts("", text, "").page()
    with pytest.raises(CannotAdopt, match="“Luck” has been amended since"):
        adoptable(page, Law(document))


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"kind": PageKind.GAMESTATE}, "Only the words of rules"),
        ({"parked_cause": Cause.MARKERS}, "Without the markers"),
    ],
)
def test_other_pages_say_why_they_cannot_be_adopted(page: WikiPage, change: dict[str, Any], says: str) -> None:
    """They are no law, or nobody knows what of them is."""
    for name, value in change.items():
        setattr(page, name, value)
    with pytest.raises(CannotAdopt, match=says):
        edited(page, ("and every week has phases", "x"))


def test_another_ruleset_is_no_edit(page: WikiPage) -> None:
    """So many rules are changed at once, and not more."""
    new = "".join(f"== Rule {number} ==\nWords.\n" for number in range(MAX_EDITS + 1))
    with pytest.raises(CannotAdopt, match="written by hand"):
        edited(page, ("== Time ==", f"{new}== Time =="))


def test_what_cannot_be_put_line_beside_line_is_written_anew() -> None:
    """Where the page shows a rule in other lines than the law has, as tables are: the body as edited."""
    source = "{|\n! A\n|-\n| 1\n|}\nEnd."
    shown = "<table>\n<tr><th>A</th></tr><tr><td>1</td></tr></table>\n\nEnd."
    law = Law({"rules": {}})
    assert edited_source(law, source, shown, shown.replace("End", "Over"), ComparisonBudget())[0] == source.replace(
        "End", "Over"
    )
    changed = shown.replace("<td>1</td>", "<td>2</td>")
    assert edited_source(law, source, shown, changed, ComparisonBudget())[0] == changed


@pytest.mark.parametrize(
    "written",
    [
        pytest.param(f"= a{' ' * 400_000}b", id="a-line-of-blanks"),
        pytest.param(
            "".join(f'=a=\n<span id="_rule-r{n}"></span>\n' for n in range(20_000)) + "=a=\n" * 80_000, id="headings"
        ),
    ],
)
def test_a_page_of_any_length_is_read_in_one_pass(written: str) -> None:
    """Anybody may write two million characters there; where each is gone through again for each, this never ends."""
    _, found = sections(written, {}, set())
    assert len(found) == written.count("=a=")


@pytest.mark.parametrize("left", ["", "Gone.", "\n\n"])
def test_a_page_without_any_heading_left_says_what_it_would_do(page: WikiPage, left: str) -> None:
    """Whoever empties it between the markers takes all rules away."""
    page.parked_text = markers.Parts("People's words", left, "").page()
    found = adoptable(page, page.cycle.law)
    assert set(found.gone) == set(rules_of(page.cycle.law))
    assert not found.written


@pytest.mark.parametrize(
    ("line", "level", "title"),
    [
        ("== a ==", 2, "a"), ("==a== \t", 2, "a"), ("== a ===", 2, "a ="), ("=== a ==", 0, ""),
        ("= a = b =", 1, "a = b"), ("==  ==", 0, ""), ("= a", 0, ""), ("=a=", 1, "a"),
    ],
)  # fmt: skip
def test_what_a_heading_is(line: str, level: int, title: str) -> None:
    """As wikis have it: as many signs after it as before; what is more of either is its own."""
    assert [(each.level, each.title) for each in sections(line, {}, set())[1]] == ([(level, title)] if level else [])
