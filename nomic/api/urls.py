"""URL patterns of the API, under /api/v1/."""

from django.urls import URLPattern, URLResolver, include, path, re_path, register_converter
from django.urls.converters import StringConverter

from nomic.api.documentation import effect_language, redoc, schema, swagger
from nomic.api.error_responses import nothing_here
from nomic.api.views.cycle.cycles import CyclesView, CycleView
from nomic.api.views.cycle.draws import DrawExportView, DrawsView
from nomic.api.views.cycle.event_stream import EventsView
from nomic.api.views.cycle.journal import EntryView, JournalView
from nomic.api.views.cycle.players import InventoryView, PlayersView
from nomic.api.views.cycle.practice import PracticeView
from nomic.api.views.cycle.replaced_histories import HistoriesView, HistoryView
from nomic.api.views.cycle.standings import StandingsView
from nomic.api.views.cycle.talk import HallTalkView, MatchTalkView
from nomic.api.views.cycle.talk_muting_and_reports import (
    HallFollowingView,
    HallMuteView,
    HallReportView,
    MatchFollowingView,
    MatchMuteView,
    MatchReportView,
)
from nomic.api.views.cycle.wiki import WikiView
from nomic.api.views.law.comment_moderation import (
    HideCommentView,
    MuteAuthorView,
    ReportCommentView,
    ShowCommentView,
)
from nomic.api.views.law.comments import CommentsView, CommentView
from nomic.api.views.law.dry_runs import DryRunView, ForecastView
from nomic.api.views.law.following import FollowingView
from nomic.api.views.law.law import LawView, RevisionsView, RevisionView
from nomic.api.views.law.proposal_preview import PreviewView
from nomic.api.views.law.proposals import ProposalsView, ProposalView
from nomic.api.views.law.recipes import RecipeDraftView, RecipesView
from nomic.api.views.law.rule_implementations import CarriedOutView
from nomic.api.views.law.simulations import CancelSimulationView, SimulationsView, SimulationView
from nomic.api.views.law.suggestions import (
    DeclineSuggestionView,
    SuggestionsView,
    SuggestionView,
    TakeSuggestionBackView,
    TakeSuggestionView,
)
from nomic.api.views.matches.event_stream import MatchEventsView
from nomic.api.views.matches.matches import MatchesView, MatchExportView, MatchLogView, MatchView
from nomic.api.views.matches.moves import MovesView, OrdersView, WithdrawOrderView
from nomic.api.views.play.actions import ActionsView, ActView
from nomic.api.views.play.corrections import CorrectionsView, CorrectionView
from nomic.api.views.play.court import CourtView, RequestsView, RequestView, RulingView
from nomic.api.views.play.notices import NoticesView, ReadNoticesView
from nomic.api.views.play.player_tasks import AllQuestionsView, QuestionsView
from nomic.api.views.play.trades import TradesView, TradeView
from nomic.api.views.search import SearchView
from nomic.players.url_converter import PlayerNames

app_name = "api"


class ProposalReferences(StringConverter):
    """Path converter for a proposal's number or code."""

    regex = "[0-9a-z]{1,12}"


class Codes(StringConverter):
    """Path converter for the short public codes of matches and standing orders."""

    regex = "[0-9a-z]{1,12}"


register_converter(PlayerNames, "player-name")
register_converter(Codes, "match-code")
register_converter(ProposalReferences, "proposal-reference")

PROPOSAL = [
    path("", ProposalView.as_view(), name="proposal"),
    path("comments/", CommentsView.as_view(), name="comments"),
    path("comments/<int:number>/", CommentView.as_view(), name="comment"),
    path("comments/<int:number>/hide/", HideCommentView.as_view(), name="comment-hide"),
    path("comments/<int:number>/show/", ShowCommentView.as_view(), name="comment-show"),
    path("comments/<int:number>/report/", ReportCommentView.as_view(), name="comment-report"),
    path("comments/<int:number>/mute/", MuteAuthorView.as_view(), name="comment-mute"),
    path("suggestions/", SuggestionsView.as_view(), name="suggestions"),
    path("suggestions/<int:number>/", SuggestionView.as_view(), name="suggestion"),
    path("suggestions/<int:number>/take/", TakeSuggestionView.as_view(), name="suggestion-take"),
    path("suggestions/<int:number>/decline/", DeclineSuggestionView.as_view(), name="suggestion-decline"),
    path("suggestions/<int:number>/take-back/", TakeSuggestionBackView.as_view(), name="suggestion-take-back"),
    path("following/", FollowingView.as_view(), name="following"),
    path("forecast/", ForecastView.as_view(), name="forecast"),
    path("simulations/", SimulationsView.as_view(), name="simulations"),
    path("simulations/<int:number>/", SimulationView.as_view(), name="simulation"),
    path("simulations/<int:number>/cancel/", CancelSimulationView.as_view(), name="simulation-cancel"),
    path("dry-run/", DryRunView.as_view(), name="dry-run"),
]
CYCLE: list[URLPattern | URLResolver] = [
    path("", CycleView.as_view(), name="cycle"),
    path("players/", PlayersView.as_view(), name="players"),
    path("players/<player-name:name>/inventory/", InventoryView.as_view(), name="inventory"),
    path("standings/", StandingsView.as_view(), name="standings"),
    path("talk/", HallTalkView.as_view(), name="talk"),
    path("matches/<match-code:code>/talk/", MatchTalkView.as_view(), name="match-talk"),
    path("talk/following/", HallFollowingView.as_view(), name="talk-following"),
    path("talk/<int:number>/report/", HallReportView.as_view(), name="talk-report"),
    path("talk/<int:number>/mute/", HallMuteView.as_view(), name="talk-mute"),
    path("matches/<match-code:code>/talk/following/", MatchFollowingView.as_view(), name="match-talk-following"),
    path("matches/<match-code:code>/talk/<int:number>/report/", MatchReportView.as_view(), name="match-talk-report"),
    path("matches/<match-code:code>/talk/<int:number>/mute/", MatchMuteView.as_view(), name="match-talk-mute"),
    path("recipes/", RecipesView.as_view(), name="recipes"),
    path("recipes/<slug:name>/draft/", RecipeDraftView.as_view(), name="recipe-draft"),
    path("proposals/", ProposalsView.as_view(), name="proposals"),
    path("proposals/preview/", PreviewView.as_view(), name="proposal-preview"),
    path("proposals/<proposal-reference:reference>/", include(PROPOSAL)),
    path("trades/", TradesView.as_view(), name="trades"),
    path("trades/<proposal-reference:reference>/", TradeView.as_view(), name="trade"),
    path("court/", CourtView.as_view(), name="court"),
    path("court/requests/", RequestsView.as_view(), name="requests"),
    path("court/requests/<match-code:reference>/", RequestView.as_view(), name="request"),
    path("court/rulings/<match-code:reference>/", RulingView.as_view(), name="ruling"),
    path("law/", LawView.as_view(), name="law"),
    path("law/carried-out/", CarriedOutView.as_view(), name="law-carried-out"),
    path("law/revisions/", RevisionsView.as_view(), name="revisions"),
    path("law/revisions/<int:number>/", RevisionView.as_view(), name="revision"),
    path("journal/", JournalView.as_view(), name="journal"),
    path("journal/<int:seq>/", EntryView.as_view(), name="entry"),
    path("corrections/", CorrectionsView.as_view(), name="corrections"),
    path("corrections/<match-code:code>/", CorrectionView.as_view(), name="correction"),
    path("histories/", HistoriesView.as_view(), name="histories"),
    path("histories/<match-code:head>/", HistoryView.as_view(), name="history"),
    path("draws/", DrawsView.as_view(), name="draws"),
    path("draws/export/", DrawExportView.as_view(), name="draws-export"),
    path("questions/", QuestionsView.as_view(), name="questions"),
    path("wiki/", WikiView.as_view(), name="wiki"),
    path("events/", EventsView.as_view(), name="events"),
    path("actions/", ActionsView.as_view(), name="actions"),
]
MATCH = [
    path("", MatchView.as_view(), name="match"),
    path("log/", MatchLogView.as_view(), name="match-log"),
    path("orders/", OrdersView.as_view(), name="match-orders"),
    path("orders/<match-code:order>/withdraw/", WithdrawOrderView.as_view(), name="match-order-withdraw"),
    path("events/", MatchEventsView.as_view(), name="match-events"),
    path("export/", MatchExportView.as_view(), name="match-export"),
]

urlpatterns: list[URLPattern | URLResolver] = [
    # The most frequent addresses come first, because patterns are tried in order for each request.
    path("cycles/<slug:slug>/actions/<slug:name>/", ActView.as_view(), name="act"),
    path("matches/<match-code:code>/moves/", MovesView.as_view(), name="match-moves"),
    path("schema/", schema, name="schema"),
    path("schema/effects/", effect_language, name="effect-language"),
    path("docs/", swagger, name="docs"),
    path("docs/redoc/", redoc, name="redoc"),
    path("search/", SearchView.as_view(), name="search"),
    path("cycles/", CyclesView.as_view(), name="cycles"),
    path("practice/", PracticeView.as_view(), name="practice"),
    path("cycles/<slug:slug>/", include(CYCLE)),
    path("matches/", MatchesView.as_view(), name="matches"),
    path("matches/<match-code:code>/", include(MATCH)),
    path("questions/", AllQuestionsView.as_view(), name="all-questions"),
    path("notices/", NoticesView.as_view(), name="notices"),
    path("notices/read/", ReadNoticesView.as_view(), name="notices-read"),
    re_path(r"^(?P<path>[\s\S]*)\Z", nothing_here),
]
