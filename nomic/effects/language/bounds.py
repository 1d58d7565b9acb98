"""Limits of the language, and the assumed size of a game for static cost."""

MAX_NODES = 200  # per piece
MAX_DEPTH = 12  # of nested nodes
MAX_LIST = 100  # entries per list
MAX_NUMBER = 1_000_000_000  # absolute value
MAX_VALUES = 100  # of numbers in a range
MAX_LATER = {"hours": 24 * 366, "days": 366, "phases": 100}  # time until a deferred effect is due
MAX_LAW_CONTENT = 10_000  # characters of JSON that a rule writes into the law at a time
MAX_MADE = 100  # cards drawn, made or chosen at a time
UNBOUNDED = 10**9
# Static cost assumes this many players, and this many cards of each in every place.
PLAYERS = 20
CARDS = 200
MAX_HOURS = 24 * 28  # maximal time to answer a question of a rule
USUAL_HOURS = 24  # R107
