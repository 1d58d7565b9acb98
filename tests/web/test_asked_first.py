"""The composer asks before it deletes, opens or hides something."""

from typing import Any

from django.http import HttpResponse
from django.test import Client

from tests.web.test_composing import post

DOES = {"open_entry": "/rules/luck/clauses/+", "entry_as": "text", "entry_name": "gift"}
CLAUSE = "when: joined\ndo:\n- {grant: Chip, to: $who}\n"


def page_of(answer: Any) -> str:
    assert isinstance(answer, HttpResponse)
    return answer.content.decode()


def test_the_next_clause_is_offered_for_the_same_rule(ada: Client) -> None:
    answer = post(ada, put="1", entry_text=CLAUSE, **DOES)
    assert '<option value="luck" selected>' in page_of(answer)
    answer = post(ada, rule="luck", let_it_do="1")
    assert 'value="/rules/luck/clauses/+"' in page_of(answer)


def test_find_lists_a_single_result_instead_of_opening_it(ada: Client) -> None:
    found = page_of(post(ada, pick_value="1", value="how long somebody who left waits"))
    assert found.count("found-value") == 1
    assert 'name="open_value"' not in found


def test_discarding_asks_first(ada: Client) -> None:
    answer = page_of(post(ada, take_up="1", title="Dearer"))
    before, _, _ = answer.partition("Discard it and start again")
    assert before.rpartition("<details")[2].startswith(' class="asks"')


def test_the_data_stay_folded_unless_they_cannot_be_read(ada: Client) -> None:
    """A change that the law refuses says so in the list of changes; text that is no data says so at its field."""
    wrong = '[{"op": "replace", "path": "/shop/offers/Chip/costs/Vertebra", "value": "many"}]'
    refused = page_of(post(ada, 422, submit="1", title="Many", amendments=wrong))
    assert 'id="as-data">' in refused
    assert '<span class="errors">' in refused
    assert 'id="as-data" open>' in page_of(post(ada, 422, submit="1", title="Many", amendments="[{"))
