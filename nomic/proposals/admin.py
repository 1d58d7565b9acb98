from django.contrib import admin
from django.utils.safestring import SafeString

from nomic.admin_base import ReadOnlyAdmin, pretty_json, related_links
from nomic.cycles.admin import CycleFilter
from nomic.proposals.models import Proposal, Vote, VoteChange
from nomic.proposals.votes.count_votes import public_tallies


@admin.register(Proposal)
class ProposalAdmin(ReadOnlyAdmin):
    labels = {
        "class_name": "class",
        "base_revision": "written for revision",
        "enacted_revision": "enacted as revision",
        "effects_failed": "why its effect failed",
        "by_hand": "why it is carried out by hand",
        "misfit": "why it does not fit the law",
    }
    helps = {
        "number": "",
        "ends_at": "When the votes are counted.",
        "base_revision": "",
        "effects_failed": "",
        "by_hand": "",
        "misfit": "",
    }
    for_engineers = ("patch", "does")
    list_display = ("number", "title", "cycle", "author", "class_name", "status", "submitted_at", "ends_at")
    list_display_links = ("number", "title")
    list_filter = (CycleFilter, "status")
    list_select_related = ("cycle",)
    search_fields = ("title", "=author", "=code")
    ordering = ("-pk",)
    fields = (
        ("number", "code", "cycle"),
        ("title", "author", "class_name"),
        ("submitted_at", "ends_at", "base_revision"),
        ("status", "decided_at", "enacted_revision"),
        "by_hand",
        "misfit",
        "effects_failed",
        ("votes_for", "votes_against", "votes_unclear"),
        "votes_now",
        "belongings",
        "text",
    )
    readonly_fields = ("votes_now", "belongings", "patch", "does")
    patch = pretty_json("amendments", "amendments as data")
    does = pretty_json("effects", "orders as data")

    @admin.display(description="current votes")
    def votes_now(self, proposal: Proposal) -> str:
        now = public_tallies(proposal.cycle, [proposal])[proposal.pk]
        if now.sealed is not None:
            return now.words
        return f"{now.votes_for} for, {now.votes_against} against, {now.votes_unclear} unclear"

    @admin.display(description="lists")
    def belongings(self, proposal: Proposal) -> SafeString:
        return related_links(proposal)


class CycleOfProposalFilter(CycleFilter):
    field = "proposal__cycle"


@admin.register(Vote)
class VoteAdmin(ReadOnlyAdmin):
    labels = {"name": "who"}
    list_display = ("name", "vote", "proposal")
    list_filter = (CycleOfProposalFilter, "vote")
    list_select_related = ("proposal",)
    search_fields = ("=name", "=proposal__code")
    ordering = ("-pk",)


@admin.register(VoteChange)
class VoteChangeAdmin(ReadOnlyAdmin):
    called = ("change of a vote", "changes of votes")
    labels = {"name": "who", "at": "time"}
    helps = {"vote": "Empty if the vote was taken back."}
    list_display = ("at", "name", "vote", "proposal")
    list_filter = (CycleOfProposalFilter, "vote")
    list_select_related = ("proposal",)
    search_fields = ("=name", "=proposal__code")
    ordering = ("-pk",)
