"""The forms of a discussion: writing, following, muting and reporting, and moderation."""

from typing import cast

from django.contrib import messages
from django.http import HttpRequest

from nomic.accounts.models import Person
from nomic.comments import moderation, mutes
from nomic.comments.models import Comment
from nomic.comments.post import clear_following, comment_of, follow_discussion, post_comment, say_otherwise
from nomic.comments.topics import Subject
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.commands.perform import new_idempotency_key
from nomic.cycles.domain.exceptions import BadArguments, Refused
from nomic.web.forms.perform_once import form_key
from nomic.web.rendering.discussion import number_in

DONE = {
    "hide": "The comment is hidden. {name} gets a notice with your reason.",
    "show": "The comment is shown again.",
    "report": "Thank you. The keepers of this site see it, with your reason.",
    "let-be": "The report is dismissed, and the comment stays.",
    "time-out": "{name} can write no comments now, and gets a notice with your reason.",
    "end-time-out": "{name} can write comments again.",
}


def perform_talk(request: HttpRequest, ctx: ReadContext, subject: Subject) -> Comment | None:
    """Perform the submitted form of a signed-in visitor. Return the affected comment, or None.

    Raises Refused if the visitor may not do this, and BadArguments if a field is invalid.
    """
    person, cycle, sent = cast(Person, request.user), ctx.cycle, request.POST
    doing, text = sent.get("do", ""), sent.get("text", "").replace("\x00", "")
    if doing == "say":
        key = form_key(request) or new_idempotency_key()
        return post_comment(person, cycle, subject, key, text=text, quote=sent.get("quote", ""))
    if doing in ("follow", "unfollow"):
        follow_discussion(person, cycle, subject, wants=doing == "follow")
        return None
    if doing == "hear":
        clear_following(person, cycle, subject)
        return None
    comment = comment_of(cycle, subject, number_in(sent.get("comment", "")))
    if comment is None:
        raise Refused("no-such-comment", "There is no such comment.")
    if doing == "otherwise":
        return say_otherwise(person, comment, text)
    _do_with(person, comment, doing, sent.get("because", ""), sent.get("hours", ""))
    if doing in DONE:
        messages.success(request, DONE[doing].format(name=comment.author))
    return comment


def _do_with(person: Person, comment: Comment, doing: str, because: str, hours: str) -> None:
    """Apply a moderation action to a comment or its author.

    Raises Refused if the person may not do this, and BadArguments if a field or the action is invalid.
    """
    match doing:
        case "hide":
            moderation.hide(person, comment, because)
        case "show":
            moderation.show_again(person, comment)
        case "report":
            moderation.report_comment(person, comment, because)
        case "let-be":
            moderation.dismiss_reports(person, comment)
        case "mute":
            mutes.mute_person(person, mutes.author_of(comment))
        case "unmute":
            mutes.unmute_person(person, mutes.author_of(comment))
        case "time-out":
            moderation.time_out(person, mutes.author_of(comment), hours, because)
        case "end-time-out":
            moderation.end_time_out(person, mutes.author_of(comment))
        case _:
            raise BadArguments.on("do", "this cannot be done with a comment")
