"""Words for the relations of comparisons, and for their negations."""

# A relation, and its negation.
RELATIONS = {
    "equals": ("exactly", "not exactly"),
    "at_least": ("at least", "fewer than"),
    "more_than": ("more than", "at most"),
}
SAID_OF_NUMBERS = {
    "equals": ("is", "is not"),
    "at_least": ("is at least", "is less than"),
    "more_than": ("is more than", "is at most"),
}
NONE = {("equals", 0, False), ("at_least", 1, True), ("more_than", 0, True)}
# A relation between two numbers of things, and its negation: "more cards in your hand than in the deck".
COMPARED = {
    "equals": ("as many {one} as {other}", "not as many {one} as {other}"),
    "at_least": ("at least as many {one} as {other}", "fewer {one} than {other}"),
    "more_than": ("more {one} than {other}", "at most as many {one} as {other}"),
}
