"""Commands that only read: waiting tasks, the caller's items, the standings, a rule, and a link to the composer."""

from urllib.parse import urlencode

from django.urls import reverse

from nomic.clauses.standing.standings_cache import standings_now
from nomic.cycles.domain.exceptions import BadArguments
from nomic.cycles.models import Cycle
from nomic.cycles.schedule.settle import cycles_now
from nomic.discord.interactions.caller import Call
from nomic.discord.protocol.replies import Reply, message_reply
from nomic.inventory.card_views import face_of
from nomic.inventory.held_cards import cards_held
from nomic.inventory.law_section import amount_of_item
from nomic.inventory.ledger import balances
from nomic.players.player_tasks import waiting_everywhere
from nomic.search.models import DocumentKind
from nomic.search.query_index import excerpt, find_documents, words_of

MAX_TASKS = 10
MAX_ROWS = 10
MAX_FOUND = 3


def waiting(call: Call) -> Reply:
    """List the tasks that wait for the person in all of their cycles, the most urgent first."""
    rows = Cycle.objects.filter(pk__in=[cycle.pk for cycle in call.cycles()])
    found = waiting_everywhere(call.person, cycles_now(rows))
    if not found:
        return message_reply("Nothing is waiting for you.", link=reverse("web:home"))
    lines = [f"• {each.task.cycle.title}: {each.task.summary}" for each in found[:MAX_TASKS]]
    more = f"and {len(found) - MAX_TASKS} more" if len(found) > MAX_TASKS else ""
    return message_reply(*lines, more, link=found[0].task.link)


def hand(call: Call) -> Reply:
    """List the person's own items and cards in a cycle."""
    ctx, name = call.read_context(), call.actor.name
    items = [
        f"• {amount_of_item(ctx.law, item, count)}" for item, count in sorted(balances(ctx, name).items()) if count
    ]
    cards = [f"• {face_of(ctx.law, card).in_words}" for card in cards_held(ctx.cycle.pk, name)]
    page = reverse("web:player", args=[ctx.cycle.slug, name])
    return message_reply(*(items + cards or ["You have nothing here."]), link=page)


def tell_standings(call: Call) -> Reply:
    """Say how the cycle is won, and list the leading players."""
    ctx = call.read_context()
    lines = []
    for each in standings_now(ctx):
        lines.append(each.brief)
        for row in each.rows[:MAX_ROWS]:
            scores = ", ".join(f"{column.name} {score}" for column, score in zip(each.columns, row.scores, strict=True))
            lines.append(f"{row.place}. {row.player}: {scores}")
    return message_reply(
        *(lines or ["This law does not say how to win."]), link=reverse("web:standings", args=[ctx.cycle.slug])
    )


def rule(call: Call) -> Reply:
    """Find rules by their words, and quote them."""
    ctx, typed = call.read_context(), call.typed.get("text", "")
    found = list(find_documents(typed, cycle=ctx.cycle, kind=DocumentKind.RULE)[:MAX_FOUND])
    if not found:
        return message_reply("No rule has these words.", link=reverse("web:ruleset", args=[ctx.cycle.slug]))
    words = words_of(typed)
    lines = [f"{each.title}: {''.join(run for run, _ in excerpt(each.body, words))}" for each in found]
    return message_reply(*lines, link=found[0].address)


def propose(call: Call) -> Reply:
    """Return a link to the composer with the title and the text filled in."""
    ctx = call.read_context()
    if not ctx.cycle.is_running:
        raise BadArguments.on("cycle", "This cycle has ended.")
    typed = {name: call.typed[name][:1500] for name in ("title", "text") if call.typed.get(name)}
    page = reverse("web:compose", args=[ctx.cycle.slug])
    return message_reply("Look at it, and submit it on the site.", link=f"{page}?{urlencode(typed)}" if typed else page)
