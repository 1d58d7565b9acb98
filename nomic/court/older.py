"""Laws whose rule on judgement said in words alone what the court carries out now (R14 to R16)."""

from functools import cache
from pathlib import Path
from typing import Any

import yaml

from nomic.law.older import Document, Older
from nomic.law.older_rules import has_rules

PLACE = Path(__file__).with_name("older.yaml")
RULE = "judgement"


@cache
def _older() -> dict[str, Any]:
    """What the rule said, to the letter, and what stands in its place."""
    found: dict[str, Any] = yaml.safe_load(PLACE.read_text())
    return found


def says_now() -> str:
    """What the rule says where the court is carried out."""
    body: str = _older()["body"]
    return body


def fits(document: Document) -> bool:
    """Whether a law says it as it was, to the letter, and nothing else about it.

    Where players have voted on the rule - its words are others, it has clauses, it is repealed - or have a court of
    their own, none is given to them: what they want is not known.
    """
    if not has_rules(document) or "court" in document or not isinstance(document.get("belongs", {}), dict):
        return False
    rule = document["rules"].get(RULE)
    return rule is not None and rule["body"] == _older()["said"] and not rule.get("clauses")


def told(document: Document) -> dict[str, Any]:
    """The document with a court: its section, the clauses of the rule, and words that point to them."""
    now = _older()
    rule = {**document["rules"][RULE], "body": now["body"], "clauses": now["clauses"]}
    return {
        **document,
        "court": now["court"],
        "rules": {**document["rules"], RULE: rule},
        "belongs": {**document.get("belongs", {}), "/court": RULE},
    }


OLDER = Older(f"/rules/{RULE}/body", fits, told, in_words="the court")
