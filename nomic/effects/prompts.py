"""What a choice asks, in a few words."""

from nomic.effects.english import choice_in_words
from nomic.effects.operations import Choose


def choice_prompt(choose: Choose, least: int, most: int) -> str:
    """As "choose up to 3 cards in participants' hands, to be destroyed"."""
    return f"choose {choice_in_words(choose, least, most)}"
