"""The goal and the rules of Dungeon, as its table shows them."""

from collections.abc import Iterator

from dungeon.explain.tables import enemy_in_words, in_order
from dungeon.law_section import NAME, DungeonRules
from nomic.law.document.sections import Law
from nomic.law.labels.value_labels import in_unit
from nomic.web.hooks.rules_summary import Claim, RulesSummary, claim_unless_empty

COINS = "coin|coins"


def summarize(law: Law, kind: str) -> RulesSummary:
    """Return the summary of the rules of Dungeon."""
    rules = law.section(NAME, DungeonRules)
    wins = rules.victory
    more = in_unit(wins.coins_more_than, COINS)
    (goal,) = claim_unless_empty(
        f"Bring out more than {more}, at least {wins.ahead_by} ahead of everybody else.",
        "R71",
        "/dungeon/victory",
    )
    return RulesSummary(goal, tuple(_claims(rules)))


def _claims(rules: DungeonRules) -> Iterator[Claim]:
    kinds = {entry.is_ for entry in rules.pool.values() if entry.weight}
    actions, period = in_unit(rules.actions, "action|actions"), in_unit(rules.period_minutes, "minutes")
    yield from claim_unless_empty(
        f"Plan up to {actions}, such as steps to hexes beside you. Your plan is secret. All plans are carried out "
        f"together when the period of {period} ends.",
        "R66",
        "/dungeon/actions",
    )
    if "chest" in kinds and rules.chest_loot:
        often = {1: "once", 2: "twice"}.get(rules.chest_loot, f"{rules.chest_loot} times")
        most = max((entry.coins for entry in rules.loot.values() if entry.weight), default=0)
        yield from claim_unless_empty(
            f"Step onto a chest to loot it {often}. A loot is worth {in_unit(most, COINS)} at most, and goes into your "
            "pocket.",
            "R67",
            "/dungeon/chest_loot",
        )
    if "pit" in kinds:
        yield from claim_unless_empty(
            "Step onto a pit to fall to the level below.", "R68", "/rules/pit", "/dungeon/pool"
        )
    yield from claim_unless_empty(
        "A rope leads to the level above. On level 1 you escape by it.", "R68", "/rules/rope", "/dungeon/pool"
    )
    yield from claim_unless_empty(
        "When you escape, your pocket goes into your store. Only your store counts.",
        "R69",
        "/rules/escaping",
        "/dungeon",
    )
    if "enemy" in kinds:
        yield from _enemies(rules)


def _enemies(rules: DungeonRules) -> Iterator[Claim]:
    for name, enemy in in_order(rules.enemies):
        if enemy.weight:
            yield from claim_unless_empty(f"{name}: {enemy_in_words(enemy)}", "R70", "/dungeon/enemies")
    yield from claim_unless_empty(
        "On a hex with an enemy you are caught: you lose your pocket, and start again at the centre of level 1.",
        "R70",
        "/dungeon/enemies",
    )
