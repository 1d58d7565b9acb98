"""Sentences about bans: to whom, when and to what one applies."""

from collections.abc import Mapping

from nomic.clauses.compiled import action_event_named
from nomic.clauses.handlers.bans import scope_of_ban
from nomic.clauses.schema.clause_models import ForbidClause
from nomic.clauses.views.phrases import if_in_words, in_phases
from nomic.clauses.vocabulary.action_events import WHO
from nomic.clauses.vocabulary.scope_nouns import given_at
from nomic.effects.prose.context import Meant
from nomic.law.document.sections import Law


def nouns_of_ban(law: Law, clause: ForbidClause) -> Mapping[str, Meant]:
    """Return the nouns for the arguments of the forbidden action."""
    occasion = action_event_named(law, clause.forbid)
    nouns = {} if occasion is None else given_at(occasion)
    return {name: noun for name, noun in nouns.items() if name != WHO}


def when_forbidden(law: Law, clause: ForbidClause) -> str:
    """Return the phases and conditions in which a ban applies, as text to follow what it forbids, or ""."""
    scope, names = scope_of_ban(law, clause), nouns_of_ban(law, clause)
    who = if_in_words(law, clause.if_, scope, " if ", names)
    unless = if_in_words(law, clause.except_, scope, ", except if " if who else " except if ", names)
    return f"{in_phases(clause.in_)}{who}{unless}"
