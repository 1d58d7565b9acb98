"""The names in scope at each moment, with their kinds."""

from nomic.effects.language.nodes.base import Scope

EVERYBODY: Scope = {"me": "players", "next": "players", "all": "players", "others": "players"}
# A card upon another: an allowance, a play, the end of a play.
PLAYED: Scope = {**EVERYBODY, "this": "cards", "beneath": "cards"}
PLAYED_MODIFIER: Scope = {**PLAYED, "mod": "names"}
# What a card demands of the card above it (R37).
DEMANDED: Scope = {**EVERYBODY, "this": "cards", "above": "cards"}
# A card by itself: when it gains the modifier, and after a battle.
HELD: Scope = {"me": "players", "this": "cards", "mod": "names"}
# The rules of the game itself.
OPENING: Scope = {"this": "cards"}
REWARDS: Scope = {**EVERYBODY, "winner": "players"}
# A die of a game. The final value of $rolled is its result, and 0 is the value before the roll. If it stays 0, the
# usual die is rolled, whose faces are $faces.
DIE: Scope = {**EVERYBODY, "rolled": "number", "faces": "names"}
HALL: Scope = {"me": "players"}
# Conditions of a rule on the actor, and on every player who might have won.
WHO_ACTS: Scope = {"me": "players"}
WHO_WINS: Scope = {"it": "players"}
# Conditions on a voter and on the author of a proposal; and on the votes, the number of voters and of those who could
# vote.
WHO_VOTES: Scope = {"it": "players", "me": "players", "proposal": "proposals"}
# The condition on the author of a proposal that is submitted; and what a class does after the vote.
WHO_SUBMITS: Scope = {"me": "players", "proposal": "proposals"}
# What a proposal does once, when it passes.
PASSES: Scope = {"me": "players", "proposal": "proposals"}
AFTER_A_VOTE: Scope = {"me": "players", "author": "players", "proposal": "proposals", "chosen": "names"}
COUNTED: Scope = {
    "me": "players",
    "proposal": "proposals",
    "chosen": "names",  # the options chosen, if the class has a ballot
    **dict.fromkeys(("for", "against", "unclear", "voters", "eligible"), "number"),
}
