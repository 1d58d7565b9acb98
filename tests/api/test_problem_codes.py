"""The document of the API's error codes has all of them, as the code has them."""

from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from nomic.api.error_responses import STATUS, refusal_problem, status_of
from nomic.api.management.commands.problem_codes import page
from nomic.api.management.find_problem_codes import FoundCode, by_code, problem_codes
from nomic.cycles.commands.act_stages import MovedOn
from nomic.cycles.domain.exceptions import Refusal
from nomic.cycles.history.rewrite import LaterActs
from nomic.games import games_in
from tests.support.generated_files import assert_is_generated

# They answer with the code of a refusal that is found where it is made.
PASSED_ON = {"lifecycle.py: illegal.code", "standing_orders.py: illegal.code"}

# Base classes, a question, which is no error, and what the host itself catches.
NOT_ANSWERED = {"Refusal", "NotCurrent", "Unanswered", "RetroactiveAct"}


def found() -> list[FoundCode]:
    """Every code of the host and of the games."""
    home = settings.BASE_DIR
    statuses = {each.__name__: status for each, status in STATUS.items()}
    return problem_codes([home / "nomic", *(home / name for name in games_in(home))], statuses)


def test_the_document_is_what_the_command_prints() -> None:
    """Run the command after a new refusal."""
    assert_is_generated("docs/problem-codes.md", "\n".join(page()), "manage.py problem_codes")


def test_every_code_is_written_where_it_can_be_read() -> None:
    """A code that is computed would be missing from the document, except one that is handed on."""
    assert {each.place for each in found() if not each.code} == PASSED_ON


@pytest.mark.parametrize(
    ("source", "codes"),
    [
        ('raise Refused("a-b", f"{x} is so.")', {"a-b": ({409}, ["… is so."])}),
        ('raise Refused("a" if x else "b", words)', {"a": ({409}, []), "b": ({409}, [])}),
        ('WORDS = "So."\nraise engine.IllegalMove("c", WORDS)', {"c": ({409}, ["So."])}),
        ('class Full(Refused): ...\nraise Full("d", "No.")', {"d": ({409}, ["No."])}),
        ('class Full(Refused):\n def __init__(self): super().__init__("e", "No")\nFull(1, 2)', {"e": ({409}, ["No"])}),
        ('R = {"f": 1, "g": 2}\nIllegalMove(code, words(), R[code])', {"f": ({409}, []), "g": ({409}, [])}),
        ('return problem(418, "h", "Tea.")', {"h": ({418}, ["Tea."])}),
        ('class Lost(Refusal):\n "It is lost.\\n\\nMore."\n code = "i"', {"i": ({410}, ["It is lost."])}),
        ("raise Refused(code_of(x), words)", {}),
    ],
)  # fmt: skip
def test_codes_are_found_however_they_are_written(
    tmp_path: Path, source: str, codes: dict[str, tuple[set[int], list[str]]]
) -> None:
    (tmp_path / "module.py").write_text(source)
    every = by_code(problem_codes([tmp_path], {"Lost": 410}))
    known = by_code(problem_codes([], {}))
    assert {code: each for code, each in every.items() if code not in known} == codes


def test_what_is_answered_is_in_the_document(db: None, client: Client) -> None:
    """Of the framework, and of nothing at an address."""
    page_text = (settings.BASE_DIR / "docs/problem-codes.md").read_text(encoding="utf-8")
    for method, path in (("get", "nothing/"), ("post", "practice/"), ("put", "cycles/")):
        answer = getattr(client, method)(f"/api/v1/{path}").json()
        assert f"| `{answer['code']}` | {answer['status']} |" in page_text


def test_every_refusal_has_a_status() -> None:
    """Those of subclasses too, such as of an outage that later acts forbid; a question is no error."""
    kinds = [Refusal]
    for kind in kinds:
        kinds += kind.__subclasses__()
    kinds = [kind for kind in kinds if kind.__module__.startswith("nomic")]
    answered = [kind for kind in kinds if issubclass(kind, tuple(STATUS))]
    assert {kind.__name__ for kind in kinds} - {kind.__name__ for kind in answered} == NOT_ANSWERED
    assert all(status_of(kind) >= 400 for kind in answered)
    assert refusal_problem(LaterActs([], "R1")).status_code == refusal_problem(MovedOn("a", "b")).status_code == 409
