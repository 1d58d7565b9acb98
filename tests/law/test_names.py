"""Names that look like others: refused, with the reason."""

import pytest

from nomic.law.schema.text_types import check_distinct, check_visible, clean_name


@pytest.mark.parametrize("name", ["Chip\u200b", "\u2060Chip", "Ch\u00adip", "Chip\u3164", "Chi\u200dp", "Chip\ufe0f"])
def test_what_is_not_seen_cannot_stand_in_a_name(name: str) -> None:
    """It would be another name, and look the same."""
    with pytest.raises(ValueError, match="is not seen"):
        clean_name(name)


@pytest.mark.parametrize("name", ["Сhip", "Chiр", "Handy Рack", "Οnyx"])
def test_a_word_of_a_name_has_letters_of_one_script(name: str) -> None:
    """Those of two that look alike would make two names of one look."""
    with pytest.raises(ValueError, match="look alike"):
        clean_name(name)


@pytest.mark.parametrize(
    "name", ["Chip", "Größe 7", "Щит", "Ωmega".replace("Ω", "O"), "盾 Shield", "7 of Stars", "Ο Ήλιος"]
)
def test_other_names_stand(name: str) -> None:
    """In any script."""
    assert clean_name(name) == check_distinct(name) == name


@pytest.mark.parametrize("text", ["\u200b", "\u3164\u3164", "\u00ad \u2060", "\u0301"])
def test_a_text_has_something_to_be_seen(text: str) -> None:
    """Or nobody could read what somebody said."""
    with pytest.raises(ValueError, match="nothing to be seen"):
        check_visible(text)
    assert check_visible(f"{text}a") == f"{text}a"
