"""The names of a small law, by what they name: what programs of these tests are about."""

from collections.abc import Mapping

from nomic.effects.language import scopes
from nomic.effects.language.allowed_moments import Moment
from nomic.effects.language.nodes.base import Scope
from nomic.effects.language.vocabulary import OutcomeWork, Vocabulary
from nomic.effects.prose.context import NameMeaning, ValueWords, Wording
from nomic.effects.prose.english_grammar import definite, plural_noun

PLAYERS = ("ada", "bob", "eve", "zoe")
ITEMS = ("Chip", "Coin")
SPECIES = ("Ace", "Jack")
SUITS = ("Moons", "Stars")
COLOURS = ("Black", "Red")
TYPES = ("Rare", "Special")
MODIFIERS = ("Bound", "Torn")
OMENS = ("Crow", "Owl")
POOLS = ("luck", "trouble")
OFFICES = ("Clerk", "Judge")
NUMBERS_OF_CYCLE = ("Rent", "The Tide", "The Well")
NUMBERS_OF_PLAYERS = ("Debt", "Dues", "Lamps")
BY_NAME = ("Rent",)
BY_PLAYER = ("Dues",)
NAMES_OF_CYCLE = ("The Omen", "The Omens")
NAMES_OF_PLAYERS = ("Duties", "Mark")
PLAYERS_OF_CYCLE = ("The Guild", "The Warden")
PLAYERS_OF_PLAYERS = ("Backers", "Friend")
LISTS = ("The Omens", "Duties", "The Guild", "Backers")
EVENTS = ("phase-ends", "day-begins", "joined")

KNOWN = Vocabulary(
    items=frozenset(ITEMS),
    species=frozenset(SPECIES),
    suits=frozenset(SUITS),
    colours=frozenset(COLOURS),
    types=frozenset(TYPES),
    modifiers=frozenset(MODIFIERS),
    collections={"Wear": MODIFIERS},
    offices=frozenset(OFFICES),
    values_of_cycle=frozenset(NUMBERS_OF_CYCLE),
    values_of_players=frozenset(NUMBERS_OF_PLAYERS),
    names_of_cycle=frozenset(NAMES_OF_CYCLE),
    names_of_players=frozenset(NAMES_OF_PLAYERS),
    players_of_cycle=frozenset(PLAYERS_OF_CYCLE),
    players_of_players=frozenset(PLAYERS_OF_PLAYERS),
    lists=frozenset(LISTS),
    by_names=frozenset(BY_NAME),
    by_players=frozenset(BY_PLAYER),
    secrets=frozenset({"Debt", "The Tide"}),
    pools={pool: OutcomeWork() for pool in POOLS},
    rolled_for=1,
)
PLURALS = Wording({item: f"{item}s" for item in ITEMS})
PLURALS.value_words = {
    **{name: ValueWords("number", False, "3") for name in NUMBERS_OF_CYCLE},
    **{name: ValueWords("number", True, "0") for name in NUMBERS_OF_PLAYERS},
    "The Omen": ValueWords("name", False),
    "The Omens": ValueWords("names", False),
    "Mark": ValueWords("name", True, "Owl"),
    "Duties": ValueWords("names", True),
    "The Warden": ValueWords("player", False),
    "The Guild": ValueWords("players", False),
    "Friend": ValueWords("player", True),
    "Backers": ValueWords("players", True),
}

# What stands for names where a rule asks something, acts at an event, does what somebody chose, or where a card is
# played; and at which moment that is.
PLACES: Mapping[str, tuple[Moment, Scope, Mapping[str, NameMeaning]]] = {
    "action": (
        "hall",
        {"me": "players", "to": "players", "n": "number", "card": "cards", "item": "names"},
        {
            "to": NameMeaning("player", noun=definite("that player")),
            "n": NameMeaning("number", noun=definite("that number")),
            "card": NameMeaning("card", noun=definite("that card")),
            "item": NameMeaning("name", noun=definite("that item")),
        },
    ),
    "event": (
        "hall",
        {"who": "players", "player": "players", "number": "number", "cards": "cards"},
        {
            "who": NameMeaning("player", noun=definite("the player who acted")),
            "player": NameMeaning("player", noun=definite("that player")),
            "number": NameMeaning("number", noun=definite("the proposal's number")),
            "cards": NameMeaning("card", noun=plural_noun("those cards")),
        },
    ),
    "winner": (
        "hall",
        {"it": "players"},
        {"it": NameMeaning("player", noun=definite("the winner", "the winner's"))},
    ),
    "outcome": ("hall", scopes.HALL, {}),
    "card": ("play", scopes.PLAYED, {}),
}
