"""Hints on a table that is rendered again after others have moved or the visitor has looked around, and for choices."""

from django.conf import settings
from django.http import HttpRequest

from nomic.cycles.domain.exceptions import Refused
from nomic.effects.prose.english_grammar import listed
from nomic.matches.contract.bots import random_answer
from nomic.matches.contract.game import Answers
from nomic.matches.hosting.views.visible_match import VisibleMatch
from nomic.matches.practice.hints import Hint, advised_answers, can_ask, hint_chance, hint_for
from nomic.ratelimit.rates import count_within_rate
from nomic.web.matches.move_draft import MoveDraft
from nomic.web.middleware.throttling import visitor

FIELD = "hinted"  # of the move's form while a hint is shown
CHOICE_HINT = "hint"  # the step of the form that asks what to choose


def kept_hint(request: HttpRequest, visible: VisibleMatch) -> Hint | None:
    """Return the hint that replaces the one on the visitor's page, or None if there is none any longer.

    It is computed for the current table, and counted as a costly page like a requested hint.
    """
    if FIELD not in request.POST or visible.viewer is None or not can_ask(visible):
        return None
    if count_within_rate(settings.COSTLY_LIMIT, "costly", visitor(request)).wait:
        return None
    try:
        return hint_for(visible)
    except Refused:
        return None


def asks_for_choice(request: HttpRequest) -> bool:
    """Return whether the visitor has pressed *Hint* while choosing."""
    return request.POST.get("step") == CHOICE_HINT


def choice_advised(request: HttpRequest, visible: VisibleMatch, draft: MoveDraft) -> Answers:
    """Return all answers that a hint recommends for the move in progress, or none. Counted as a costly page.

    If the bot would have answered earlier questions differently, a choice among several things is made at random.
    """
    if draft.move is None or draft.question is None or visible.viewer is None:
        return ()
    if count_within_rate(settings.COSTLY_LIMIT, "costly", visitor(request)).wait:
        return ()
    given = advised_answers(visible, draft.move, draft.form.answers)
    if given or not draft.many:
        return given
    return (*draft.form.answers, random_answer(draft.question, hint_chance(visible)))


def choice_in_words(draft: MoveDraft, given: Answers) -> str:
    """Return, as text, the choice that a hint would now recommend, or why there is no hint."""
    place = len(draft.form.answers)
    if draft.question is None or place >= len(given):
        return "Greta would make a different move. Cancel this one, and press Hint to see it."
    labels = {option.value: option.label for option in draft.question.options}
    chosen = listed([labels.get(value, str(value)) for value in given[place]]) or "none"
    return f"Greta would choose {chosen}.{' Press Confirm.' if draft.many else ''}"
