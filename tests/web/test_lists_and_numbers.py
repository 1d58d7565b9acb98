"""Lists of the law are filled in element by element, and numbers that are worked out are built from blocks."""

from django.test import Client

from nomic.law.document.templates import document_of
from tests.support.hall import Hall, OpenCycle
from tests.support.signed_in import browser_of
from tests.web.test_blocks import LUCK, Builder, opened
from tests.web.test_composing import COMPOSE, operations

DONATE = "/with/number"


def writing(open_cycle: OpenCycle, template: str, entry: str) -> Builder:
    """The composer with an entry of another game's law."""
    open_cycle(document_of(template), template=template).join("ada")
    ada = browser_of("ada")
    return Builder(ada, ada.get(COMPOSE, {"entry": entry}))


def made(builder: Builder) -> dict:
    builder.send(put="1")
    return operations(builder.answer)[-1]["value"]


def test_the_calendar_gains_a_phase_in_a_form(ada: Client) -> None:
    """An element of a list is added, filled in, moved and copied like anything else; nothing of it is data."""
    builder = opened(ada, entry="/calendar")
    builder.press("add entry /phases ")
    builder.type("/phases/2/kind", "market")
    builder.type("/phases/2/title", "Market Phase")
    builder.type("/phases/2/starts_at_hour", "120")
    builder.send(look="1")
    assert "3: Market Phase" in builder.page
    phases = made(builder)["phases"]
    assert [each["kind"] for each in phases] == ["rest", "battle", "market"]
    assert phases[2]["starts_at_hour"] == 120


def test_elements_are_moved_copied_taken_out_and_taken_back(ada: Client) -> None:
    builder = opened(ada, entry="/card_traits")
    pairs = opened(ada, entry="/card_traits").form.fields["f:p:lines:/opposites/0"]
    assert pairs.split("\n") == ["Red", "Black"]
    builder.press("down entry /opposites/0")
    builder.press("copy entry /opposites/1")
    assert builder.form.fields["f:p:lines:/opposites/1"] == builder.form.fields["f:p:lines:/opposites/2"] == pairs
    builder.press("out entry /opposites/0")
    assert builder.form.fields["f:p:lines:/opposites/0"] == pairs
    builder.send(block="undo")
    builder.send(block="undo")
    builder.send(block="undo")
    assert builder.form.fields["f:p:lines:/opposites/0"] == pairs
    assert "f:p:lines:/opposites/5" not in builder.form.fields


def test_what_is_wrong_with_an_element_is_said_at_it(ada: Client, cast: Hall) -> None:
    builder = opened(ada, entry="/calendar")
    builder.type("/phases/1/starts_at_hour", "late")
    with cast.nothing_changes():
        builder.send(422, look="1")
    place = builder.page.index('name="f:p:number:/phases/1/starts_at_hour"')
    assert 'aria-invalid="true"' in builder.page[place : place + 300]
    assert "a whole number of at least 0, not &quot;late&quot;" in builder.page[place : place + 900]


def counting(ada: Client) -> Builder:
    """An action in the making with which a number is said."""
    builder = opened(ada, entry=LUCK)
    builder.send(begin="action")
    builder.type("entry_name", "donate")
    builder.type("/action", "Donate Chips")
    builder.press("put entry /with", '"is": "number"')
    builder.put("/do", '{"revoke"')
    builder.type("/do/0/revoke", "Chip")
    builder.put("/do/0/from", '"$me"')
    return builder


def test_the_bound_of_a_number_is_worked_out_by_blocks(ada: Client) -> None:
    """As many as one has, but five: picked from menus; what it comes to is read out."""
    builder = counting(ada)
    builder.put(f"{DONATE}/least", " 1")
    builder.put(f"{DONATE}/most", '{"smallest"')
    builder.type(f"{DONATE}/most/smallest/0", "5")
    builder.put(f"{DONATE}/most/smallest/1", '{"stock"')
    builder.type(f"{DONATE}/most/smallest/1/stock", "Chip")
    builder.put(f"{DONATE}/most/smallest/1/of", '"$me"')
    builder.send(look="1")
    assert "The number of Chips you have (at most 5)." in builder.page
    assert "1 to 5, but no more than the number of Chips you have." in builder.page
    held = made(builder)["with"]["number"]
    assert held == {"is": "number", "least": 1, "most": {"smallest": [5, {"stock": "Chip", "of": "$me"}]}}


def test_a_bound_that_is_a_number_is_typed_and_what_is_none_is_refused_at_it(ada: Client, cast: Hall) -> None:
    builder = counting(ada)
    builder.put(f"{DONATE}/most", " 1")
    builder.type(f"{DONATE}/most", "many")
    with cast.nothing_changes():
        builder.send(422, look="1")
    detail = 'a whole number from -1,000,000,000 to 1,000,000,000 or a calculated value, not "many"'
    assert builder.answer.context["draft"].errors[0].detail == detail
    assert builder.form.fields[f"entry:b:number:{DONATE}/most"] == "many"
    builder.type(f"{DONATE}/most", "7")
    assert made(builder)["with"]["number"]["most"] == 7


def test_names_to_choose_from_are_listed_or_worked_out(ada: Client) -> None:
    builder = opened(ada, entry=LUCK)
    builder.send(begin="action")
    builder.press("put entry /with", '"is": "name"')
    builder.type("/with/name/one_of", "Heads, Tails")
    builder.send(block="menu entry -")
    assert "- Heads" in builder.entry or "[Heads, Tails]" in builder.entry
    builder.press("menu entry /with/name/one_of")
    assert '{"names_in"' in " ".join(builder.form.steps)


def test_a_formula_of_tetromic_is_built_from_blocks(open_cycle: OpenCycle) -> None:
    """Of its level and of numbers alone: nothing is offered that a formula cannot have."""
    builder = writing(open_cycle, "tetromic", "/tetromic")
    builder.press("menu entry /points")
    offered = [step for step in builder.form.steps if step.startswith("put entry /points ")]
    assert 'put entry /points "$level"' in offered
    assert not any(head in step for step in offered for head in ("stock", "count", "value_of", "roll"))
    builder.press("put entry /points", '{"times"')
    builder.type("/points/times/0", "2")
    builder.type("/points/times/1", "3")
    assert made(builder)["points"] == {"times": [2, 3]}


def test_a_formula_in_the_making_stays_blocks(open_cycle: OpenCycle) -> None:
    """Though it is none yet: what is still to be filled in has a gap."""
    builder = writing(open_cycle, "tetromic", "/tetromic")
    builder.put("/gain", '{"worth"')
    assert "menu entry /gain/if" in builder.form.steps
    builder.put("/gain/if", '{"is"')
    assert "menu entry /gain/if/is/0" in builder.form.steps
    builder.put("/gain/if/is/0", '"$level"')
    builder.send(look="1")


def test_an_enemy_learns_to_flee_without_a_line_of_data(open_cycle: OpenCycle) -> None:
    """A behaviour is added and put first; its hexes and its condition are blocks."""
    builder = writing(open_cycle, "dungeon", "/dungeon/enemies/Minotaur")
    builder.press("add entry /behaviour ")
    builder.press("put entry /behaviour/2/flee ")
    builder.press("up entry /behaviour/2")
    builder.press("up entry /behaviour/1")
    builder.type("/behaviour/0/flee/hexes", "2")
    builder.put("/behaviour/0/if", '{"is"')
    builder.put("/behaviour/0/if/is/0", '"$level"')
    builder.type("/behaviour/0/if/is/2", "3")
    behaviour = made(builder)["behaviour"]
    assert behaviour[0] == {"flee": {"hexes": 2}, "if": {"is": ["$level", "at_least", 3]}}
    assert behaviour[1:] == [{"charge": {"hexes": 3}}, {"wander": {"hexes": 1}}]
