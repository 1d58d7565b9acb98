"""What an offer with yes and no says: on its buttons, to whoever answers, and in the journal."""

import re
from typing import Any

import pytest

from nomic.devtools.texts.html import texts_of_html
from nomic.effects.asking.questions import decline_label
from tests.clauses.conftest import OpenWith
from tests.clauses.test_question_pages import PAY, client_of, sent
from tests.clauses.test_questions import PICK, action, waiting
from tests.clauses.test_shown import html

ELSE = {"else": [{"transfer": "Vertebra", "from": "$me", "to": "$them", "n": 2}]}


def choices(page: str) -> list[str]:
    """The words of each button of a question, on one line."""
    (part,) = re.findall(r'id="picks".*?</div>', page, re.DOTALL)
    return [
        " ".join(" ".join(texts_of_html(f"<p>{each}</p>")).split()) for each in re.findall(r"<button.*?</button>", part)
    ]


@pytest.mark.parametrize(("more", "no"), [({}, "No Nothing happens."), (ELSE, "No Take 2 Vertebrae from ada.")])
def test_yes_and_no_say_what_they_do(open_with: OpenWith, more: dict[str, Any], no: str) -> None:
    """To the one who is asked, as "you". Declining is No, and never to choose none."""
    hall = open_with(action(PICK, {**PAY, **more}))
    hall.do("ada", "tolls_act", answers=[["bob"]])
    address = f"questions/{waiting(hall).code}/"
    page = html(hall, address, "bob")
    yes, declined = choices(page)
    assert (yes, declined.lower()) == ("Yes Give 5 Vertebrae to ada.", no.lower())
    assert "Choose none" not in page
    client = client_of("bob")
    assert sent(hall, client, address, answering="1").status_code == 302
    assert "bob answers “Tolls: Pay 5?”: No." in hall.entries("answer")[-1].words
    assert "You answer “Tolls: Pay 5?”: No." in client.get(f"/c/{hall.slug}/").content.decode()


def test_other_questions_can_be_left() -> None:
    """An offer of several things has none of these, and a choice none."""
    assert decline_label("offer", ("A Coin", "A card")) == "None of these"
    assert decline_label("offer", ("Yes, pay 5",)) == "No"
    assert decline_label("card", ("Yes",)) == "Choose none"
