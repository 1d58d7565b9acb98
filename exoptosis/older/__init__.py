"""What laws of the Hall said in sections before clauses said it: carried out as it was, so that its journals replay.

Nothing here acts under a law that has no such section, and nobody can propose one again.
"""

from exoptosis.older import burning, gifts, uses, victory

SECTIONS = (burning.SECTION, gifts.SECTION, uses.SECTION, victory.SECTION)
ACTIONS = (*burning.ACTIONS, *gifts.ACTIONS, *uses.ACTIONS)
TOLD = (burning.OLDER, gifts.OLDER, uses.OLDER, victory.OLDER)
