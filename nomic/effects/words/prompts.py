"""What a choice asks, in a few words."""

from functools import singledispatch

from nomic.effects.language.operations.choosing import Choose
from nomic.effects.language.world import Step
from nomic.effects.words.english import choice_in_words


class EnglishPrompts:
    """For a `World`: it asks in English."""

    def prompt(self, choice: Step, least: int, most: int) -> str:
        """As "choose up to 3 cards in participants' hands, to be destroyed"."""
        return choice_prompt(choice, least, most)


@singledispatch
def choice_prompt(choice: Step, least: int, most: int) -> str:
    """What an operation asks that lets somebody choose."""
    raise NotImplementedError(type(choice).__name__)


@choice_prompt.register
def _(choice: Choose, least: int, most: int) -> str:
    return f"choose {choice_in_words(choice, least, most)}"
