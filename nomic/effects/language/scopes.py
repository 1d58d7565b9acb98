"""Which names an effect may refer to, by the moment at which it runs."""

from nomic.effects.language.nodes.base import Scope

EVERYBODY: Scope = {"me": "players", "next": "players", "all": "players", "others": "players"}
# A card upon another: an allowance, a play, the end of a play.
PLAYED: Scope = {**EVERYBODY, "this": "cards", "beneath": "cards"}
PLAYED_MODIFIER: Scope = {**PLAYED, "mod": "names"}
# What a card demands of the one upon it (R37).
DEMANDED: Scope = {**EVERYBODY, "this": "cards", "above": "cards"}
# A card by itself: when it gains the modifier, and after a battle.
HELD: Scope = {"me": "players", "this": "cards", "mod": "names"}
# The rules of the game itself.
OPENING: Scope = {"this": "cards"}
REWARDS: Scope = {**EVERYBODY, "winner": "players"}
# A die of a game: what it shows is what $rolled stands for at the end. Before the roll that is 0, and where it stays so
# the usual die is rolled, of which $faces are the faces.
DIE: Scope = {**EVERYBODY, "rolled": "number", "faces": "names"}
HALL: Scope = {"me": "players"}
# What a rule asks of whoever would act, and of every player who might have won.
WHO_ACTS: Scope = {"me": "players"}
WHO_WINS: Scope = {"it": "players"}
# Of whom a vote on a proposal of somebody's counts, and what makes it popular: the votes, who gave any, who could.
WHO_VOTES: Scope = {"it": "players", "me": "players"}
COUNTED: Scope = {
    "me": "players",
    **dict.fromkeys(("for", "against", "unclear", "voters", "eligible"), "number"),
}
ON_A_CARD: Scope = {**HALL, "card": "cards"}
