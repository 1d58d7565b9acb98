"""Labels for the values within clauses, on pages that show the law."""

from nomic.effects.language import scopes
from nomic.inventory.effect_label_factories import amount_said, condition_said
from nomic.inventory.law_section import amount_of_item
from nomic.law.document.sections import Law, pointer, value_at
from nomic.law.schema.json_reader import Json
from nomic.law.schema.section_label import Label, Path


def _enough(law: Law, path: Path, count: Json) -> str:
    item = value_at(law.document, pointer(*path[:-1], 0))
    if not isinstance(item, dict) or not isinstance(item.get("stock"), str) or not isinstance(count, int):
        raise ValueError("it is no number of an item")
    return amount_of_item(law, item["stock"], count)


_won_if = condition_said(scopes.WHO_WINS)

IN_CLAUSES = (
    Label("*/clauses/*/says", "the summary of {1} in the rule {0}", also="short sentence help summary"),
    Label("*/clauses/*/called", "the name that programs use for {1} in the rule {0}", also="name"),
    Label("*/clauses/*/class", "the name of the proposal class {1}", also="name title"),
    Label(
        "*/clauses/*/lasts/hours",
        "how long the vote on a proposal of the class {1} lasts",
        "hours",
        "voting period time days duration end counted",
        amount_said(scopes.WHO_SUBMITS, "hours"),
    ),
    Label(
        "*/clauses/*/filled_by/election/ends/hours",
        "how long an election to the office {1} lasts",
        "hours",
        "voting time days duration end counted",
        amount_said({}, "hours"),
    ),
    Label(
        "*/clauses/*/until/hours",
        "how long a term in the office {1} lasts",
        "hours",
        "time days duration end",
        amount_said({}, "hours"),
    ),
    Label(
        "*/clauses/*/lasts/phases",
        "how long the vote on a proposal of the class {1} lasts",
        "phase|phases",
        "voting period long time when counted end",
        amount_said(scopes.WHO_SUBMITS, "phase|phases"),
    ),
    Label(
        "*/clauses/*/passes/**",
        "the votes for and against that a proposal of the class {1} needs",
        also="voting pass passes majority count win needed limit most against few",
    ),
    Label("*/clauses/*/votes/**", "the votes that count on a proposal of the class {1}", also="weight voters who vote"),
    Label("*/clauses/*/default", "whether a proposal that names no class is of the class {1}", also="usual standard"),
    Label(
        "*/clauses/*/wins/all/*/is/2",
        "how much a player needs to win the cycle (rule {0}, {1}, part {2})",
        also="victory winning end goal number enough limit",
        said=_enough,
    ),
    Label(
        "*/clauses/*/wins/**",
        "who wins the cycle by {1} in the rule {0}",
        also="victory winning end goal enough",
        said=_won_if,
    ),
    Label("*/clauses/*/rows/*/*", "{3} of {2} in the table {1}", also="row column cell price"),
    Label("*/clauses/*/rows/*", "the row {2} of the table {1}", also="line entry"),
    Label("*/clauses/*/rows", "the table {1}", also="rows lines"),
    Label("*/clauses/*/alone", "whether only one player can win by {1} in the rule {0}", also="tie victory"),
    Label("*/clauses/*/limit/times", "how often a player can use {1} (rule {0})", also="limit most maximum times"),
    Label("*/clauses/*/costs/*", "how many {2} it costs to use {1} (rule {0})", also="price cost pay"),
)
