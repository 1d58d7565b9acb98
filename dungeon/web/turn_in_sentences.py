"""Dungeon's part of the panel "A turn in five sentences"."""

from dungeon.law_section import NAME, DungeonRules
from nomic.effects.prose.english_grammar import listed
from nomic.law.document.sections import Law
from nomic.law.labels.value_labels import in_unit
from nomic.web.hooks.rules_summary import claim_unless_empty
from nomic.web.hooks.turn_in_sentences import TurnSummary


def describe_turn(law: Law) -> TurnSummary | None:
    """Return the sentences on actions, plans and the end of a period. None for a law without Dungeon."""
    if not law.has(NAME):
        return None
    rules = law.section(NAME, DungeonRules)
    kinds = {entry.is_ for entry in rules.pool.values() if entry.weight}
    actions, period = in_unit(rules.actions, "action|actions"), in_unit(rules.period_minutes, "minutes")
    (brings,) = claim_unless_empty(f"You have up to {actions} in each period of {period}.", "R66", "/dungeon/actions")
    plans = ["loot chests"] * ("chest" in kinds and rules.chest_loot > 0) + ["go down through pits"] * ("pit" in kinds)
    (acts,) = claim_unless_empty(
        f"Plan them in secret: {listed(['walk from hex to hex', *plans, 'escape from level 1 by its rope'])}.",
        "R66",
        "/dungeon/actions",
    )
    caught = "if an enemy catches you, you lose your pocket" if "enemy" in kinds else "nobody can catch you"
    (game,) = claim_unless_empty(
        f"All plans are carried out together; when you escape, your pocket goes into your store, and {caught}.",
        "R69",
        "/rules/escaping",
        "/dungeon",
    )
    return TurnSummary(brings, acts, game, "A period")
