"""What somebody does, told from the instruction by which it is offered."""

import pytest

from nomic.effects.prose.english_grammar import in_third_person
from nomic.law.document.templates import document_of, law_templates


@pytest.mark.parametrize(
    ("instruction", "told"),
    [
        ("Burn a card", "Ada burns a card"),
        ("Pay everybody's wages", "Ada pays everybody's wages"),
        ("Use your good luck", "Ada uses their good luck"),
        ("Take back your assent", "Ada takes back their assent"),
        ("Carry water", "Ada carries water"),
        ("Pass", "Ada passes"),
        ("Go to jail", "Ada goes to jail"),
        ("Have a Wick", "Ada has a Wick"),
        ("Pay Coins and Oil", "Ada pays Coins and Oil"),
        ("Turn back and look again", "Ada: Turn back and look again"),
        ("Secretly vote", "Ada: Secretly vote"),
        ("The long walk", "Ada: The long walk"),
        ("Take what you need", "Ada: Take what you need"),
        ("Walk. It is far", "Ada: Walk. It is far"),
        ("10 steps", "Ada: 10 steps"),
        ("Re-roll", "Ada: Re-roll"),
        ("Éclair", "Ada: Éclair"),
    ],
)
def test_it_is_told_of_somebody_where_that_is_clear(instruction: str, told: str) -> None:
    """Otherwise the instruction follows the name as it is."""
    assert in_third_person("Ada", instruction) == told


@pytest.mark.parametrize("name", law_templates())
def test_hardly_an_action_of_a_law_is_told_with_a_colon(name: str) -> None:
    """Their titles say what players can do, beginning with the verb."""
    actions = [
        clause["action"]
        for rule in document_of(name)["rules"].values()
        for clause in rule.get("clauses", {}).values()
        if "action" in clause
    ]
    unclear = [title for title in actions if ":" in in_third_person("Ada", title)]
    assert len(unclear) * 10 <= len(actions), unclear
