"""Addresses of the site's pages."""

from django.urls import path, register_converter

from nomic.players.addresses import PlayerNames
from nomic.web.not_current import settling
from nomic.web.views import (
    account,
    acting,
    carried_out,
    chance,
    composing,
    effects,
    hall,
    home,
    journal,
    live,
    matches,
    matches_orders,
    matches_replay,
    notices,
    players,
    proposals,
    questions,
    ruleset,
    rulings,
    theme,
    values,
    wiki,
)

app_name = "web"

register_converter(PlayerNames, "player")

urlpatterns = [
    path("", home.home, name="home"),
    path("practice/", home.practice, name="practice"),
    path("account/", account.account, name="account"),
    path("notices/", notices.notices, name="notices"),
    path("notices/<int:pk>/", notices.notice, name="notice"),
    path("notices/settings/", notices.notice_settings, name="notice-settings"),
    path("notices/no-more-mails/<str:token>/", notices.unsubscribe, name="notices-unsubscribe"),
    path("rulings/", rulings.rulings, name="rulings"),
    path("theme/", theme.theme, name="theme"),
    path("c/<slug:slug>/", hall.hall, name="hall"),
    path("c/<slug:slug>/live/", live.events, name="live"),
    path("c/<slug:slug>/settling/", settling, name="settling"),
    path("c/<slug:slug>/act/<slug:name>/", acting.act, name="act"),
    path("c/<slug:slug>/players/", players.players, name="players"),
    path("c/<slug:slug>/players/<player:name>/", players.player, name="player"),
    path("c/<slug:slug>/proposals/", proposals.proposals, name="proposals"),
    path("c/<slug:slug>/proposals/compose/", composing.compose, name="compose"),
    path("c/<slug:slug>/proposals/compose/keep/", composing.keep, name="keep-draft"),
    path("c/<slug:slug>/proposals/<int:number>/edit/keep/", composing.keep, name="keep-edit"),
    path("c/<slug:slug>/proposals/<int:number>/", proposals.proposal, name="proposal"),
    path("c/<slug:slug>/proposals/<int:number>/edit/", composing.edit, name="edit"),
    path("c/<slug:slug>/questions/<slug:code>/", questions.question, name="question"),
    path("c/<slug:slug>/effects/", effects.effects, name="effects"),
    path("c/<slug:slug>/ruleset/", ruleset.ruleset, name="ruleset"),
    path("c/<slug:slug>/ruleset/carried-out/", carried_out.carried_out, name="carried-out"),
    path("c/<slug:slug>/ruleset/pieces/", values.values, name="pieces"),
    path("c/<slug:slug>/ruleset/revisions/", ruleset.revisions, name="revisions"),
    path("c/<slug:slug>/ruleset/revisions/<int:number>/", ruleset.revision, name="revision"),
    path("c/<slug:slug>/journal/", journal.journal, name="journal"),
    path("c/<slug:slug>/journal/<int:seq>/", journal.entry, name="entry"),
    path("c/<slug:slug>/journal/<int:seq>/reveal/", journal.reveal, name="reveal"),
    path("c/<slug:slug>/chance/", chance.chance, name="chance"),
    path("c/<slug:slug>/chance/draws.json", chance.chance_export, name="chance-export"),
    path("c/<slug:slug>/matches/", matches.matches, name="matches"),
    path("c/<slug:slug>/matches/<slug:code>/", matches.match, name="match"),
    path("c/<slug:slug>/matches/<slug:code>/order/", matches_orders.order, name="match-order"),
    path("c/<slug:slug>/matches/<slug:code>/replay/", matches_replay.replay_page, name="match-replay"),
    path("c/<slug:slug>/wiki/", wiki.wiki, name="wiki"),
    path("c/<slug:slug>/wiki/<int:pk>/", wiki.page, name="wiki-page"),
]
