"""A move in progress, checked against the current table.

The result is the move's next question, that the move is ready, or an error.
"""

from dataclasses import dataclass, replace

from nomic.effects.asking.questions import decline_label
from nomic.matches.contract.game import BadAnswer, IllegalMove, LegalMove, Question
from nomic.matches.contract.moves import Answer, Move, move_data, read_move
from nomic.matches.contract.tagged_unions import kind_of
from nomic.matches.hosting.views.board_view import asks_for_many, move_as_json
from nomic.matches.hosting.views.visible_match import VisibleMatch
from nomic.web.matches.move_form import NO_MOVE, MoveForm

ANSWER = kind_of(Answer)
LIT = {"card": "cards", "player": "players"}  # by the kind of a question


@dataclass(frozen=True, slots=True)
class MoveDraft:
    """A move with its answers so far (`form`) and its next `question`. Without a question it `is_ready`.

    `trouble` is the reason why the move cannot continue. `binding` is true if it has begun and cannot be abandoned
    (R18).
    """

    form: MoveForm = NO_MOVE
    move: Move | None = None
    label: str = ""
    question: Question | None = None
    trouble: str = ""
    rule: str = ""
    binding: bool = False

    @property
    def is_ready(self) -> bool:
        return self.move is not None and self.question is None and not self.trouble

    @property
    def written_move(self) -> str:
        return move_as_json(self.form.move)

    @property
    def written_answers(self) -> str:
        return move_as_json(self.form.answers)

    @property
    def many(self) -> bool:
        return self.question is not None and asks_for_many(self.question)

    @property
    def decline(self) -> str:
        """The label for choosing nothing."""
        options = () if self.question is None else self.question.options
        return decline_label("" if self.question is None else self.question.kind, (each.label for each in options))

    @property
    def how_many(self) -> str:
        """The number of options to choose, in words. Empty if exactly one is required."""
        question = self.question
        if question is None or question.least == question.most == 1:
            return ""
        if question.most == 1:
            return "Choose one, or none."
        if question.least == question.most:
            return f"Choose {question.least}."
        if not question.least:
            return f"Choose up to {question.most}, or none."
        return f"Choose {question.least} to {question.most}."

    @property
    def choosable_noun(self) -> str:
        """The plural noun for the selectable things on the board, such as "cards". Empty if nothing is asked."""
        return "" if self.question is None else LIT.get(self.question.kind, "places")


def draft_of(visible: VisibleMatch, form: MoveForm) -> MoveDraft:
    """Check a form's move against the current table. Return it with its next question or error.

    If the visitor has begun a move, it takes precedence over the form's.
    """
    begun = next((item for item in visible.legal if item.move.kind == ANSWER), None)
    if begun is not None and (form.move is None or form.kind == ANSWER):
        return _begun(visible, begun, form)
    if form.move is None or not visible.legal:
        return MoveDraft()
    try:
        move = read_move(visible.table.game, form.move)
    except IllegalMove as illegal:
        return MoveDraft(trouble=illegal.detail, rule=illegal.rule)
    label = next((item.label for item in visible.legal if item.move == move), "")
    return _asked(visible, MoveDraft(form, move, label))


def _begun(visible: VisibleMatch, begun: LegalMove, form: MoveForm) -> MoveDraft:
    """Return the draft of a begun move. Answers that were given before its draw are kept."""
    answered = tuple(tuple(answer) for answer in visible.table.game.answers(visible.table.state))
    answers = form.answers if form.answers[: len(answered)] == answered else answered
    form = MoveForm(move_data(begun.move), answers, form.chosen)
    draft = _asked(visible, MoveDraft(form, begun.move, begun.label))
    return replace(draft, binding=len(draft.form.answers) <= len(answered))


def _asked(visible: VisibleMatch, draft: MoveDraft) -> MoveDraft:
    """Return the draft with its next question.

    If an answer is no longer offered, its question is asked again.
    """
    answers = draft.form.answers
    if draft.move is None:
        return draft
    try:
        return replace(draft, question=visible.next_question(draft.move, [list(answer) for answer in answers]))
    except BadAnswer as bad:
        if not answers:
            return MoveDraft(trouble=bad.detail)
        again = _asked(visible, replace(draft, form=draft.form.cut(min(bad.place, len(answers) - 1))))
        return replace(again, trouble=again.trouble or f"Choose again: {bad.detail}.")
    except IllegalMove as illegal:
        return MoveDraft(label=draft.label, trouble=illegal.detail, rule=illegal.rule)
