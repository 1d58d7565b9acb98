"""Prompts of choices: a few words in English, in the second person for the player who is asked."""

from collections.abc import Mapping
from functools import singledispatch

from nomic.effects.language.nodes.values import as_members
from nomic.effects.language.operations.choosing import Choose, Offer
from nomic.effects.language.world import Names, Step
from nomic.effects.prose.context import YOU, Context, NameMeaning, clause
from nomic.effects.prose.describe import choice_in_words
from nomic.effects.prose.english_grammar import definite, listed, sentence


class EnglishPrompts:
    """Base class for a `World` whose prompts are in English."""

    def prompt(self, choice: Step, least: int, most: int, who: str, names: Names) -> str:
        """Return a prompt, such as "choose 3 cards in Ada's inventory, to be destroyed".

        If Ada herself is asked (`who`), the prompt says "in your inventory".
        """
        return choice_prompt(choice, least, most, spoken_to(who, choice.scope, names))


def spoken_to(who: str, scope: Mapping[str, str], names: Names) -> Context:
    """Return the context in which the asked player is "you", and other players are named."""
    found = {name: as_members(names[name]) for name in names if name == "me" or scope.get(name) == "players"}
    meant: Mapping[str, NameMeaning] = {
        name: NameMeaning("player", noun=YOU if players[0] == who else definite(str(players[0])))
        for name, players in found.items()
        if len(players) == 1 and players[0]
    }
    return Context(names=meant)


@singledispatch
def choice_prompt(choice: Step, least: int, most: int, context: Context | None = None) -> str:
    """Return the prompt of an operation that lets a player choose."""
    raise NotImplementedError(type(choice).__name__)


@choice_prompt.register
def prompt_of_choose(choice: Choose, least: int, most: int, context: Context | None = None) -> str:
    return f"choose {choice_in_words(choice, least, most, context)}"


@choice_prompt.register
def prompt_of_offer(choice: Offer, least: int, most: int, context: Context | None = None) -> str:
    """Return a text about the requirements of an offer's options, for an offer without a possible option."""
    known = context or Context()
    needs = [(option.say, clause(option.needs, known)) for option in choice.options if option.needs is not None]
    reasons = listed([f"“{say}” is possible only if {needed}" for say, needed in needs])
    return sentence(reasons if choice.else_ else f"{reasons}, so nothing happens")
