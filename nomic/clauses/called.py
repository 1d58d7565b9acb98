"""What values within clauses are called, where people look for them."""

from nomic.law.called import Called

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
    Called("*/clauses/*/limit/times", "how often one can do {1} by the rule {0}", also="limit most maximum times"),
    Called("*/clauses/*/costs/*", "how many {2} it costs to do {1} by the rule {0}", also="price cost pay"),
)
