"""What one act destroys is one sentence of the journal and of a table's news."""

import pytest

from nomic.effects.prose.second_person import addressed
from nomic.matches.hosting.views.destroyed_together import destroyed_together


def destroyed(*things: str) -> list[str]:
    return [f"{thing} is destroyed." for thing in things]


@pytest.mark.parametrize(
    ("things", "said"),
    [
        (("Ada's 5",), ["Ada's 5 is destroyed."]),
        (("Ada's A", "Ada's 5", "Ada's 5"), ["Ada's A, 5 and 5 are destroyed."]),
        (("Ada's A", "Ben's 7 (Bound)", "Ada's 5"), ["Ada's A and 5, and Ben's 7 (Bound) are destroyed."]),
        (("Joker", "Ada's 5"), ["Joker and Ada's 5 are destroyed."]),
        (("Ada's 5", "The original of Ada's 5"), ["Ada's 5 is destroyed, and so is its original."]),
        (
            ("Ada's 5", "The original of Ada's 5", "Ben's 7", "The original of Ben's 7"),
            ["Ada's 5 and Ben's 7 are destroyed, and so are their originals."],
        ),
        (
            ("Ada's 5", "Ben's 7", "The original of Ben's 7"),
            ["Ada's 5 and Ben's 7 are destroyed.", "The original of Ben's 7 is destroyed."],
        ),
    ],
)
def test_things_that_are_destroyed_are_named_in_one_sentence(things: tuple[str, ...], said: list[str]) -> None:
    """By owner, in the order in which they were destroyed, with what became of their originals."""
    assert list(destroyed_together(destroyed(*things))) == said


def test_other_sentences_stay_where_they_are() -> None:
    """Only what follows each other is put together."""
    told = ["Ben plays Quantum.", *destroyed("Ada's 5"), "Ada gains 1 Vertebra.", *destroyed("Ada's 7", "Ada's 9")]
    assert list(destroyed_together(told)) == [*told[:3], "Ada's 7 and 9 are destroyed."]


def test_the_sentence_can_be_said_to_the_owner() -> None:
    (said,) = destroyed_together(destroyed("Ben's 3", "Ada's 5", "Ada's 7"))
    assert addressed(said, "Ada") == "Ben's 3, and your 5 and 7 are destroyed."
