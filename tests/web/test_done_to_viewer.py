"""What others have just done to the viewer of a match, as one line: the same function for every game."""

from exoptosis.web.pages import BOARD
from nomic.matches.contract.game import Event
from nomic.web.matches.since_viewers_last_move import done_to_viewer


def destroyed(*cards: str) -> list[Event]:
    return [Event("destroyed", f"{card} is destroyed.") for card in cards]


def line(*steps: list[Event], is_turn: bool = False) -> str:
    found = done_to_viewer("Guest", steps, BOARD.many_of_a_kind, BOARD.no_news, is_turn=is_turn)
    return "" if found is None else found.line


STARS = Event("played", "Rollo plays God of Stars.")


def test_an_act_and_what_it_did_are_one_line() -> None:
    assert line([STARS, *destroyed(*["Guest's 5"] * 18)]) == "Rollo plays God of Stars: 18 of your cards are destroyed."
    assert line([STARS, *destroyed("Guest's 5")]) == "Rollo plays God of Stars: your 5 is destroyed."
    drawn = [Event("drew", "Guest draws Ace."), Event("drew", "Guest draws 5.")]
    assert line([STARS, *destroyed("Guest's 5", "Mira's 9"), *drawn]) == (
        "Rollo plays God of Stars: your 5 is destroyed and you draw 2 cards."
    )


def test_what_happened_to_others_is_not_said_unless_it_is_the_viewers_turn() -> None:
    step = [STARS, *destroyed("Mira's 9"), Event("turn", "It is Guest's turn.")]
    assert line(step) == ""
    assert line(step, is_turn=True) == "Rollo plays God of Stars."
    assert line() == line(is_turn=True) == ""


def test_ones_own_hand_is_no_news() -> None:
    """It lies below the line, in which a hand of twelve cards would be cut."""
    revealed = [Event("hand-chosen", "Eve has chosen a hand."), Event("hand", "Guest has 5, 9 and Queen.")]
    assert line(revealed, is_turn=True) == "Eve has chosen a hand."


def test_the_newest_acts_and_the_first_consequences_are_named() -> None:
    """A long line would be cut; the log has the others."""
    gone = destroyed("Guest's 1")
    many = [Event("else", f"Guest's {number} becomes red.") for number in range(5)]
    assert line(*([Event("played", f"Rollo plays {number}."), *gone] for number in range(4))) == (
        "Rollo plays 2: your 1 is destroyed. Rollo plays 3: your 1 is destroyed."
    )
    assert line([STARS, *many]).endswith("your 2 becomes red and 2 more.")


def test_the_line_replaces_its_sentences_of_the_log() -> None:
    found = done_to_viewer("Guest", [[STARS, *destroyed("Guest's 5")]], {}, BOARD.no_news, is_turn=False)
    assert found is not None
    assert found.covered == {"Rollo plays God of Stars.", "Guest's 5 is destroyed."}


def test_what_the_line_leaves_out_stays_in_the_log() -> None:
    """What an older act has done, what the line only counts, and what happened to others."""
    changed = [Event("else", f"Guest's {number} becomes red.") for number in range(5)]
    older = [[Event("played", f"Rollo plays {number}."), *destroyed(f"Guest's {number}")] for number in range(2)]
    found = done_to_viewer("Guest", [*older, [STARS, *changed, *destroyed("Mira's 9")]], {}, frozenset(), is_turn=True)
    assert found is not None
    assert found.covered == {
        *("Rollo plays 1.", "Guest's 1 is destroyed.", "Rollo plays God of Stars."),
        *(f"Guest's {number} becomes red." for number in range(3)),
    }


def test_what_follows_an_act_that_is_no_news_is_said_by_itself() -> None:
    fine = [Event("paid", f"Guest loses {number} Chips.") for number in (2, 3)]
    turn = Event("turn", "It is Mira's turn.")
    assert line([turn, *fine]) == "You lose 2 Chips and you lose 3 Chips."
    assert line([STARS], [turn, Event("paid", "Mira loses 2 Chips.")], is_turn=True) == "Rollo plays God of Stars."
    assert line([turn, Event("paid", "Mira loses 2 Chips.")], is_turn=True) == ""


def test_a_line_ends_once() -> None:
    won = Event("won", "Ben wins!")
    assert line([won], is_turn=True) == "Ben wins!"
    assert line([won, *destroyed("Guest's 5")]) == "Ben wins: your 5 is destroyed."
    assert line([STARS, Event("won", "Guest wins!")]) == "Rollo plays God of Stars: you win."


def test_an_act_that_names_the_viewer_is_put_to_the_viewer() -> None:
    gave = Event("gave", "Rollo gives Guest a card: Ace.")
    assert line([gave]) == "Rollo gives you a card: Ace."
    assert line([Event("overdue", "Guest has not chosen, so chance chooses."), *destroyed("Guest's 5")]) == (
        "You have not chosen, so chance chooses: your 5 is destroyed."
    )
    assert line([STARS, *destroyed("Guest bot 2's 5")]) == ""
