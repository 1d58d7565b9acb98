"""The bounds of the language, and how large a game is assumed to be where work is counted before it runs."""

MAX_NODES = 200  # in a piece
MAX_DEPTH = 12  # of nodes within each other
MAX_LIST = 100  # entries of any list
MAX_NUMBER = 1_000_000_000  # up or down
MAX_VALUES = 100  # numbers from one to another
MAX_LATER = {"hours": 24 * 366, "days": 366, "phases": 100}  # until what is kept for later is due
MAX_MADE = 100  # cards drawn, made or chosen at a time
UNBOUNDED = 10**9
# Work is counted with so many players, of so many cards each in every place.
PLAYERS = 20
CARDS = 200
MAX_HOURS = 24 * 28  # that somebody has to answer a question of a rule
USUAL_HOURS = 24  # R107
