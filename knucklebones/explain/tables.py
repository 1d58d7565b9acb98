"""The table and descriptions of the law's Dice."""

from knucklebones.law_section import DiceItem, dice_of
from nomic.effects.language import scopes
from nomic.effects.language.parser import read_effect
from nomic.effects.prose.describe import effect_in_words
from nomic.inventory.law_section import items_of, wording_of
from nomic.law.document.sections import Law, pointer
from nomic.law.labels.explanations import entry_explanation
from nomic.law.rules.generated_tables import LawTable

DICE = "dice"
WHEN = {"before": "Used for the roll.", "after": "Used after the roll."}


def explain_dice(law: Law, name: str) -> tuple[str, ...]:
    """Return a sentence for each property of a Dice: its moment and its effect."""
    dice = dice_of(law)[name]
    return WHEN[dice.when], *effect_in_words(read_effect(dice.effect, scopes.DIE), wording_of(law))


def dice_table(law: Law) -> LawTable:
    """Return the table of all Dice, in the law's order."""
    rows = [
        [name, _described(law, name, dice), " ".join(entry_explanation(law, "knucklebones", name, DICE))]
        for name, dice in dice_of(law).items()
    ]
    places = tuple(pointer("knucklebones", DICE, name) for name in dice_of(law))
    return LawTable("Dice", ["Dice", "What it does", "Exactly"], rows, places)


def _described(law: Law, name: str, dice: DiceItem) -> str:
    """Return the description of the Dice, or else the item's description."""
    return dice.text or (items_of(law)[name].text if name in items_of(law) else "") or "–"
