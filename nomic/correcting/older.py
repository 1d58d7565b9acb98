"""Laws that say nothing of corrections yet: their rule on judgement gets the sentence that it has in the laws of today.

Admins corrected the past under such laws, too, and one could ask for an act of one's own to be void; nothing changes
but that the rule says so, and that a vote can change it there.
"""

from typing import Any

from nomic.court.older import RULE, says_now
from nomic.law.older import Document, Older
from nomic.law.older_rules import has_rules

SAYS = (
    "\n* '''Corrections.''' What was played against the rules, as a ruling or an enacted proposal finds, an admin "
    "corrects. Whoever did something by mistake may ask for it to be void, as long as nothing has followed."
)
SECTION: dict[str, Any] = {"who": ["admins"], "own_acts": "asked"}


def fits(document: Document) -> bool:
    """Whether a law says of the court, to the letter, what it says where that is carried out, and of this nothing."""
    if not has_rules(document) or "court" not in document or not isinstance(document.get("belongs", {}), dict):
        return False
    rule = document["rules"].get(RULE)
    return rule is not None and rule["body"] == says_now() and document.get("corrections", SECTION) == SECTION


def told(document: Document) -> dict[str, Any]:
    """The document with the section and the sentence."""
    rule = document["rules"][RULE]
    return {
        **document,
        "corrections": {**SECTION},
        "rules": {**document["rules"], RULE: {**rule, "body": rule["body"] + SAYS}},
        "belongs": {**document.get("belongs", {}), "/corrections": RULE},
    }


OLDER = Older(f"/rules/{RULE}", fits, told, in_words="corrections of the past")
