"""Detects `{{nobots}}` and `{{bots}}`, with which talk pages exclude bots on most wikis."""

import re

# A call inside a comment or nowiki counts as well. Possessive quantifiers make the match linear in the text's length.
CALL = re.compile(
    r"\{\{[\s_]*+(?:(?:template|t)[\s_]*+:[\s_]*+)?(?P<name>nobots|bots)[\s_]*+(?P<rest>\|[^{}]*+)?\}\}", re.IGNORECASE
)
ALL, NONE = "all", "none"


def keeps_away(text: str, account: str) -> bool:
    """Return whether the page asks this account not to write on it.

    `{{bots|allow=...}}` excludes all accounts that it does not name, and `deny=` those that it names. `optout=`
    excludes everybody, whatever kind of message it names.
    """
    return any(
        call["name"].lower() == "nobots" or _denies(_parameters(call["rest"] or ""), _plain(account))
        for call in CALL.finditer(text)
    )


def _denies(parameters: dict[str, set[str]], account: str) -> bool:
    denied, allowed = parameters.get("deny", set()), parameters.get("allow")
    if parameters.get("optout", set()) - {NONE, ""} or denied & {ALL, account}:
        return True
    return allowed is not None and not allowed & {ALL, account}


def _parameters(rest: str) -> dict[str, set[str]]:
    pairs = (part.partition("=") for part in rest.split("|") if "=" in part)
    return {_plain(name): {_plain(value) for value in values.split(",")} for name, _, values in pairs}


def _plain(name: str) -> str:
    return " ".join(name.replace("_", " ").split()).casefold()
