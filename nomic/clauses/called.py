"""What values within clauses are called, where people look for them."""

from nomic.effects.language import scopes
from nomic.inventory.effect_words import condition_said
from nomic.inventory.law import named
from nomic.law.called import Called, Path
from nomic.law.json_text import Json
from nomic.law.sections import Law, pointer, value_at


def _enough(law: Law, path: Path, count: Json) -> str:
    item = value_at(law.document, pointer(*path[:-1], 0))
    if not isinstance(item, dict) or not isinstance(item.get("stock"), str) or not isinstance(count, int):
        raise ValueError("it is no number of an item")
    return named(law, item["stock"], count)


_won_if = condition_said(scopes.WHO_WINS)

IN_CLAUSES = (
    Called("*/clauses/*/class", "what the class {1} of proposals is called", also="name title"),
    Called(
        "*/clauses/*/lasts/hours",
        "how long the vote on a proposal of the class {1} lasts",
        "hours",
        "voting period time days duration end counted",
    ),
    Called(
        "*/clauses/*/lasts/phases",
        "for how many phases the vote on a proposal of the class {1} lasts",
        "phase|phases",
        "voting period long time when counted end",
    ),
    Called(
        "*/clauses/*/passes/**",
        "which votes make a proposal of the class {1} popular",
        also="voting pass passes majority count win needed limit most against few",
    ),
    Called("*/clauses/*/votes/**", "whose votes count on a proposal of the class {1}", also="weight voters who vote"),
    Called("*/clauses/*/default", "whether a proposal that names no class is of the class {1}", also="usual standard"),
    Called(
        "*/clauses/*/wins/all/*/is/2",
        "how many somebody needs to win the cycle by {0}, {1}, {2}",
        also="victory winning end goal number enough limit",
        said=_enough,
    ),
    Called(
        "*/clauses/*/wins/**",
        "who wins the cycle by {1} of the rule {0}",
        also="victory winning end goal enough",
        said=_won_if,
    ),
    Called("*/clauses/*/alone", "whether one alone can win by {1} of the rule {0}", also="tie victory"),
    Called("*/clauses/*/limit/times", "how often one can do {1} by the rule {0}", also="limit most maximum times"),
    Called("*/clauses/*/costs/*", "how many {2} it costs to do {1} by the rule {0}", also="price cost pay"),
)
