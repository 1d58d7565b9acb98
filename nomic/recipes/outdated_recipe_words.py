"""Finds words written by a recipe that no longer fit its effect, because only the effect was changed.

The results are hints, like those of `nomic.law.diff.outdated_words`, for the author and the voters.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from nomic.cycles.domain.exceptions import BadArguments
from nomic.law.amendments.patch import AmendmentsDoNotApply, amended_draft
from nomic.law.diff.outdated_words import OutdatedWords, content_words, outdated_words
from nomic.law.document.sections import Law, LawInvalid
from nomic.law.labels.explanations import Explanation, changed_explanations
from nomic.law.labels.indented_outline import ITEM
from nomic.law.rules.placeholders import fill_placeholders
from nomic.law.rules.sentences import sentences
from nomic.recipes.catalogue import recipes
from nomic.recipes.drafting import DraftedProposal, draft_from_recipe

TITLE, TEXT = "title of the proposal", "text of the proposal"
MAX_FOUND = 12


def words_left(law: Law, made_of: Mapping[str, Any], after: Law, title: str, text: str) -> list[OutdatedWords]:
    """Return the sentences of a recipe about effects that its rules no longer have.

    `law` is the law before the draft or proposal, `after` the law with it, and `title` and `text` are its words.
    """
    listed = recipes().get(made_of.get("recipe", ""))
    if listed is None:
        return []
    try:
        made = draft_from_recipe(listed, law, made_of["answers"])
        base = Law(amended_draft(law.document, made.amendments))
    except (BadArguments, AmendmentsDoNotApply, LawInvalid):
        return []
    brought = {str(each["path"]) for each in made.amendments if str(each["path"]).startswith("/rules/")}
    effects = [
        each for each in changed_explanations(base, after) if each.path in brought and each.before and each.after
    ]
    known = [each for each in outdated_words(base, after, effects) if each.path in brought and " → " in each.change]
    found = {(each.path, each.sentence): each for each in known}
    for effect in effects:
        for each in (*_in_rule(base, after, effect), *_in_proposal(made, title, text, effect)):
            found.setdefault((each.path or each.rule, each.sentence), each)
    return list(found.values())[:MAX_FOUND]


def _in_rule(base: Law, after: Law, effect: Explanation) -> Iterator[OutdatedWords]:
    id_ = effect.path.removeprefix("/rules/")
    rule, was = after.document["rules"][id_], base.document["rules"][id_]
    kept = set(sentences(was["body"])) & set(sentences(rule["body"]))
    for sentence in sentences(rule["body"]):
        if sentence in kept and _gone(effect) & content_words(re.sub(r"\{\{[^{}]*\}\}", " ", sentence)):
            plain = (
                fill_placeholders(after, sentence, value=str, table=lambda table: table.caption)
                .replace("''", "")
                .strip("'")
            )
            yield OutdatedWords(rule["title"], effect.path, plain, _now(effect))


def _in_proposal(made: DraftedProposal, title: str, text: str, effect: Explanation) -> Iterator[OutdatedWords]:
    if title == made.title and _gone(effect) & content_words(title):
        yield OutdatedWords(TITLE, "", title, _now(effect))
    for sentence in sentences(made.text):
        if sentence in sentences(text) and _gone(effect) & content_words(sentence):
            yield OutdatedWords(TEXT, "", sentence.replace("'''", ""), _now(effect))


def _gone(effect: Explanation) -> set[str]:
    """Return the words that described what an entry no longer does."""
    return content_words(" ".join(effect.gone)) - content_words(" ".join(effect.after))


def _now(effect: Explanation) -> str:
    """Return what an entry newly does, as "now: …", or "now it does less"."""
    before = _lines(effect.before)
    new = [line for line in _lines(effect.after) if line not in before]
    return f"now: {' '.join(new)}" if new else "now it does less"


def _lines(texts: Iterable[str]) -> list[str]:
    return [line.strip().removeprefix(ITEM) for text in texts for line in text.split("\n")]
