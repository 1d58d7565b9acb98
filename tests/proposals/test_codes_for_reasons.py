"""What the program says about proposals is stored as codes: other words change no decision, no digest and no replay."""

from importlib import import_module

import pytest
from django.apps import apps

from nomic.clauses.models import PendingQuestion
from nomic.proposals.models import ByHand, Proposal, ProposalStatus
from nomic.proposals.votes.tally import final_tally
from nomic.trades.models import Trade
from tests.clauses.conftest import OpenWith, open_with
from tests.proposals.test_proposals import price, status
from tests.support.hall import WEEK, Hall

__all__ = ["open_with"]
migration = import_module("nomic.proposals.migrations.0009_codes_for_reasons")


@pytest.fixture
def decided(cast: Hall) -> dict[str, str]:
    """A proposal that passed, one that does not fit the law, one of words alone, and one that failed."""
    codes = {
        "enacted": cast.propose("ada", price(20)),
        "misfit": cast.propose("bob", price(30)),
        "only-words": cast.propose("bob"),
        "failed": cast.propose("ada", price(40)),
    }
    for name in ("enacted", "misfit", "only-words"):
        cast.vote(codes[name], ada="for")
    cast.to(WEEK)
    assert [status(code) for code in codes.values()] == ["enacted", "by-hand", "by-hand", "failed"]
    return codes


def test_reasons_have_codes_and_are_said_in_words(cast: Hall, decided: dict[str, str]) -> None:
    found = {name: Proposal.objects.get(code=code) for name, code in decided.items()}
    assert {name: each.by_hand for name, each in found.items()} == {
        "enacted": "", "misfit": "misfit", "only-words": "only-words", "failed": "",
    }  # fmt: skip
    assert found["only-words"].why_by_hand == "it has words but no amendments"
    assert "it has 20, not 25" in found["misfit"].why_by_hand
    assert found["failed"].lacked == "for 1"
    tally = final_tally(found["failed"])
    assert tally is not None
    assert (tally.lacks, tally.outlook) == ("at least 1 for", "needed at least 1 for")
    assert f"it needs {tally.lacks}" in " ".join(cast.entries("close-voting")[-1].words)


def test_other_words_change_no_digest(cast: Hall, decided: dict[str, str]) -> None:
    """What an earlier version has said of them stands in the rows; a replay says it otherwise."""
    Proposal.objects.exclude(misfit="").update(misfit="In other words.")
    cast.do("ada", "offer-trade", to="bob", gives={"Vertebra": 1}, wants={"Vertebra": 2})
    cast.do("ada", "withdraw-trade", trade="1")
    assert Trade.objects.exclude(why="").update(why="In other words.") == 1
    cast.is_sound()


def test_other_words_of_questions_change_no_digest(open_with: OpenWith) -> None:
    hall = open_with({"ask": {"action": "Ask", "with": {"whom": {"is": "player"}}, "do": [
        {"offer": "Yes?", "who": "$whom", "options": [{"say": "Yes", "do": [{"announce": "Yes."}]}]},
    ]}})  # fmt: skip
    hall.do("ada", "tolls_ask", whom="bob")
    assert PendingQuestion.objects.update(prompt="In other words?") == 1
    hall.is_sound()


@pytest.mark.parametrize("code", ByHand)
def test_the_code_decides_whether_the_result_is_known(code: ByHand) -> None:
    proposal = Proposal(status=ProposalStatus.BY_HAND, by_hand=code, misfit="to find out would take too long")
    is_known = code in ("only-words", "misfit")
    assert proposal.standing == ("passed, to be carried out by hand" if is_known else "to be decided by hand")


def test_rows_of_version_1_get_codes_and_their_words_again(cast: Hall, decided: dict[str, str]) -> None:
    """And back, for whoever returns to that version."""
    words = {
        "enacted": ("the law no longer has its class", "at most 2 against"),
        "misfit": ("at /items: no such place", ""),
        "only-words": ("its words come without amendments of the law", ""),
        "failed": ("", "at least 12 for"),
    }
    for name, (why, lacked) in words.items():
        Proposal.objects.filter(code=decided[name]).update(by_hand="", misfit=why, lacked=lacked)
    migration.to_codes(apps, None)
    found = {name: Proposal.objects.get(code=code) for name, code in decided.items()}
    assert {name: (each.by_hand, each.misfit, each.lacked) for name, each in found.items()} == {
        "enacted": ("class-gone", "", "against 2"),
        "misfit": ("misfit", "at /items: no such place", ""),
        "only-words": ("only-words", "", ""),
        "failed": ("", "", "for 12"),
    }
    now = {name: why for name, (why, _) in words.items()} | {"only-words": "it has words but no amendments"}
    assert {name: each.why_by_hand for name, each in found.items()} == now
    migration.to_words(apps, None)
    for name, code in decided.items():
        again = Proposal.objects.get(code=code)
        assert (again.misfit, again.lacked) == words[name]
