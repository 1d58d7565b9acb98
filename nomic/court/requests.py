"""Requests for justice, and the Judge's answers to them (R14)."""

from typing import Annotated, Literal

from django.db.models import Max
from pydantic import AfterValidator, Field, StringConstraints

from nomic.court.events import RequestFiled, RulingGiven
from nomic.court.law_section import court_rules
from nomic.court.lookup import RequestRef, find_request, open_requests
from nomic.court.models import Request, RequestKind, RequestStatus, Ruling
from nomic.court.office import is_judge, judge_now
from nomic.court.references import About, meant_by, store_references
from nomic.cycles.actions.context import ActionContext, ReadContext
from nomic.cycles.actions.registry import Action, Args, Choice, Choices
from nomic.cycles.domain.exceptions import BadArguments, Refused
from nomic.effects.prose.english_grammar import sentences
from nomic.law.rules.reference import RuleRef
from nomic.law.rules.tree import rules_of, tree
from nomic.law.schema.text_types import LawTitle, at_most, clean_text

RULE = RuleRef("/court", "Judgement (R14)")
OWN = RuleRef("/court", "Judgement (R138)")
MAX_TEXT = 20_000  # characters of a request, an answer or a reasoning
MAX_OPEN = 500  # open requests of a cycle

CourtText = Annotated[
    str, StringConstraints(max_length=MAX_TEXT), AfterValidator(clean_text), AfterValidator(at_most(MAX_TEXT))
]


class FileArgs(Args):
    """Arguments of a request: a question or a doubtful statement, details in wikitext, and references."""

    kind: Literal["question", "statement"]
    title: LawTitle = Field(description="the question or the statement, in one line")
    text: CourtText = Field(
        default="", description="more about it, in wikitext; [[id of a rule]] and [[#12]] are links"
    )
    about: About = []


class RuleArgs(Args):
    """Arguments of a ruling: the answer to a question or the verdict on a statement, and the reasoning."""

    request: RequestRef
    answer: CourtText = Field(default="", description="the answer, if it is a question; in wikitext")
    verdict: str | None = Field(default=None, max_length=120, description="the verdict, if it is a statement")
    reasoning: CourtText = Field(min_length=1, description="why, in wikitext; [[id of a rule]] and [[#12]] are links")
    about: About = []


def anybody_but_the_judge(ctx: ReadContext) -> None:
    """Precondition: raises Refused unless the actor is signed in and is not the Judge.

    The actor need not be a player.
    """
    if not ctx.actor.name:
        raise Refused("not-signed-in", "Log in to file a request.", RULE)
    if judge_now(ctx) == ctx.actor.name:
        raise Refused("is-the-judge", "The Judge cannot file requests.", RULE)


def room_for_another(ctx: ReadContext) -> None:
    """Precondition: raises Refused if the actor, or the court, has reached the limit of open requests."""
    most, waiting = court_rules(ctx.law).open_requests, open_requests(ctx)
    mine = sum(request.author == ctx.actor.name for request in waiting)
    if mine >= most:
        raise Refused("too-many-open", f"You have {mine} open requests, and the law allows {most} at once.", RULE)
    if len(waiting) >= MAX_OPEN:
        raise Refused(
            "court-is-full",
            f"{MAX_OPEN} requests are open, which is the maximum. Wait until the Judge answers one.",
            RULE,
        )


def file(act: ActionContext, args: FileArgs) -> None:
    """File a question or a statement. Anybody except the Judge can do so (R14)."""
    meant = meant_by(act, args.about, args.title, args.text)
    request = Request.objects.create(
        cycle=act.cycle,
        code=act.code("request"),
        number=(Request.objects.filter(cycle=act.cycle).aggregate(last=Max("number"))["last"] or 0) + 1,
        author=act.actor.name,
        kind=args.kind,
        title=args.title,
        text=args.text,
        filed_at=act.at,
    )
    store_references(act, request, None, meant)
    act.message(sentences([f"{act.actor.name} files request {request.number}, a {args.kind}: {args.title}"]))
    act.emit(RequestFiled(request=request.code, number=request.number, title=request.title))


def something_to_rule_on(ctx: ReadContext) -> None:
    """Precondition: raises Refused unless another person's request is open (R138)."""
    if not open_requests(ctx):
        raise Refused("no-open-request", "No request is open.", RULE)
    if not ctx.is_replay and not requests_of_others(ctx):
        raise Refused("own-request", "Only your own requests are open. Another Judge has to answer them.", OWN)


def requests_of_others(ctx: ReadContext) -> list[Request]:
    """Return the open requests of others, on which the actor may rule as the Judge (R138)."""
    return [request for request in open_requests(ctx) if request.author != ctx.actor.name]


def give_ruling(act: ActionContext, args: RuleArgs) -> None:
    """Rule on a request. A question gets an answer, a statement a verdict, both with reasons (R14)."""
    request = find_request(act, args.request)
    if not request.is_open:
        raise Refused("not-open", f"Request {request.number} has been answered already.", RULE)
    if request.author == act.actor.name:
        detail = (
            f"You filed request {request.number}: nobody rules on their own request, so it waits for another Judge."
        )
        raise Refused("own-request", detail, OWN)
    check_answer(act, request, args)
    act.record_args(request=request.code)
    meant = meant_by(act, args.about, args.answer, args.reasoning)
    ruling = Ruling.objects.create(
        request=request,
        cycle=act.cycle,
        code=act.code("ruling"),
        number=(Ruling.objects.filter(cycle=act.cycle).aggregate(last=Max("number"))["last"] or 0) + 1,
        judge=act.actor.name,
        verdict=args.verdict or "",
        answer=args.answer,
        reasoning=args.reasoning,
        ruled_at=act.at,
    )
    store_references(act, request, ruling, meant)
    request.status = RequestStatus.RULED
    request.save(update_fields=["status"])
    found = f": {args.verdict}" if args.verdict else ""
    act.message(f"{act.actor.name} rules on request {request.number}, {request.title}{found} (ruling {ruling.number}).")
    act.emit(RulingGiven(ruling=ruling.code, number=ruling.number, request=request.number, verdict=args.verdict or ""))


def check_answer(ctx: ReadContext, request: Request, args: RuleArgs) -> None:
    """Raise BadArguments if a question has no answer, or a statement no verdict that the law allows."""
    if request.kind == RequestKind.QUESTION:
        if not args.answer:
            raise BadArguments.on("answer", "a question gets an answer")
        if args.verdict is not None:
            raise BadArguments.on("verdict", "only a statement gets a verdict")
        return
    verdicts = court_rules(ctx.law).verdicts
    if args.verdict not in verdicts:
        raise BadArguments.on("verdict", f"a statement gets one of: {', '.join(verdicts)}")
    if args.answer:
        raise BadArguments.on("answer", "only a question gets an answer: say why in the reasoning")


def _rules(ctx: ReadContext) -> list[Choice]:
    return [Choice(placed.id, f"{placed.number} {placed.rule.title}") for placed in tree(rules_of(ctx.law))]


def file_choices(ctx: ReadContext) -> Choices:
    return {"kind": [Choice("question", "A question"), Choice("statement", "A statement")], "about": _rules(ctx)}


def rule_choices(ctx: ReadContext) -> Choices:
    return {
        "request": [Choice(request.code, f"{request} ({request.kind})") for request in requests_of_others(ctx)],
        "verdict": [Choice(verdict, verdict.capitalize()) for verdict in court_rules(ctx.law).verdicts],
        "about": _rules(ctx),
    }


ACTIONS = (
    Action(
        name="file-request",
        channel="request-for-justice",
        title="File a request for justice",
        summary_phrases=("request {number} filed", "{count} requests filed"),
        summary="Ask the Judge a question about the rules, or whether a statement is true.",
        rule=RULE,
        args=FileArgs,
        run=file,
        preconditions=(anybody_but_the_judge, room_for_another),
        choices=file_choices,
        section="court",
    ),
    Action(
        name="rule",
        channel="request-for-justice",
        title="Rule on a request",
        summary_phrases=("request {request} ruled on", "{count} requests ruled on"),
        summary="Answer an open request, with your reasons.",
        rule=RULE,
        args=RuleArgs,
        run=give_ruling,
        preconditions=(is_judge, something_to_rule_on),
        choices=rule_choices,
        section="court",
    ),
)
