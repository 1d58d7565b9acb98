"""What a choice asks, in a few words."""

from nomic.effects.language.operations import Choose
from nomic.effects.words.english import choice_in_words


def choice_prompt(choose: Choose, least: int, most: int) -> str:
    """As "choose up to 3 cards in participants' hands, to be destroyed"."""
    return f"choose {choice_in_words(choose, least, most)}"
