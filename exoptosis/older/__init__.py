"""What laws of the Hall said in sections before clauses said it: carried out as it was, so that its journals replay.

Nothing here acts under a law that has no such section, and nobody can propose one again. `IN_WORDS` is what they said
in words alone before it was carried out.
"""

from exoptosis.older import burning, gifts, trading, uses, victory

SECTIONS = (burning.SECTION, gifts.SECTION, uses.SECTION, victory.SECTION)
ACTIONS = (*burning.ACTIONS, *gifts.ACTIONS, *uses.ACTIONS)
TOLD = (burning.OLDER, gifts.OLDER, uses.OLDER, victory.OLDER)
IN_WORDS = trading.OLDER
