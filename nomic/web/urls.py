"""URL configuration of the site's pages."""

from django.urls import path, register_converter

from nomic.players.url_converter import PlayerNames
from nomic.web.middleware.settling import settling
from nomic.web.views import front_page, link_pictures, play_now, practice_cycle, search, styleguide
from nomic.web.views.account import account, notices, own_data, people, task_count, theme
from nomic.web.views.court import corrections, court
from nomic.web.views.cycle import actions as cycle_actions
from nomic.web.views.cycle import draws as cycle_draws
from nomic.web.views.cycle import home as cycle_home
from nomic.web.views.cycle import (
    how_it_ended,
    how_to_play,
    journal,
    live_feed,
    questions,
    recaps,
    replaced_histories,
    standings,
    talk,
    trades,
    wiki_overview,
    wiki_page_review,
)
from nomic.web.views.law import effects, rule_implementations, ruleset, rulings, values
from nomic.web.views.matches import hint, match, rematch, replay, standing_orders
from nomic.web.views.players import player_list, player_page, sign_up
from nomic.web.views.proposals import (
    block_shapes,
    change_value,
    composer,
    discussions,
    dry_runs,
    proposals,
    recipes,
    simulations,
    suggestions,
)

app_name = "web"

register_converter(PlayerNames, "player")

urlpatterns = [
    path("", front_page.home, name="home"),
    path("play/", play_now.play, name="play"),
    path("play/skip/", play_now.skip_coach, name="skip-coach"),
    path("practice/", practice_cycle.open_practice, name="practice"),
    path("account/", account.account, name="account"),
    path("account/export/", own_data.export, name="export-account"),
    path("account/delete/", own_data.delete, name="delete-account"),
    path("waiting.json", task_count.waiting, name="waiting"),
    path("notices/", notices.notices, name="notices"),
    path("notices/<int:pk>/", notices.notice, name="notice"),
    path("notices/settings/", notices.notice_settings, name="notice-settings"),
    path("notices/no-more-mails/<str:token>/", notices.unsubscribe, name="notices-unsubscribe"),
    path("players/<player:name>/", people.profile, name="profile"),
    path("players/<player:name>/mute/", people.mute_or_unmute, name="mute"),
    path("hall-of-fame/", people.fame, name="fame"),
    path("search/", search.search, name="search"),
    path("rulings/", rulings.rulings, name="rulings"),
    path("styleguide/", styleguide.styleguide, name="styleguide"),
    path("theme/", theme.theme, name="theme"),
    path("c/<slug:slug>/", cycle_home.hall, name="hall"),
    path("c/<slug:slug>/first-steps/skip/", cycle_home.skip_steps, name="skip-first-steps"),
    path("c/<slug:slug>/live/", live_feed.events, name="live"),
    path("c/<slug:slug>/settling/", settling, name="settling"),
    path("c/<slug:slug>/act/<slug:name>/", cycle_actions.act, name="act"),
    path("c/<slug:slug>/sign-up/", sign_up.sign_up, name="sign-up"),
    path("c/<slug:slug>/players/", player_list.players, name="players"),
    path("c/<slug:slug>/players/<player:name>/", player_page.player, name="player"),
    path("c/<slug:slug>/how-to-play/", how_to_play.how_to_play, name="how-to-play"),
    path("c/<slug:slug>/standings/", standings.standings, name="standings"),
    path("c/<slug:slug>/story/", how_it_ended.story, name="story"),
    path("c/<slug:slug>/picture.png", link_pictures.picture_of_cycle, name="cycle-picture"),
    path("c/<slug:slug>/recaps/", recaps.recaps, name="recaps"),
    path("c/<slug:slug>/recaps/<int:number>/", recaps.recap, name="recap"),
    path("c/<slug:slug>/recaps.atom", recaps.feed, name="recaps-feed"),
    path("blocks/<slug:digest>.json", block_shapes.block_shapes, name="block-shapes"),
    path("c/<slug:slug>/proposals/", proposals.proposals, name="proposals"),
    path("c/<slug:slug>/proposals/change/", change_value.change_value, name="change-value"),
    path("c/<slug:slug>/proposals/compose/", composer.compose, name="compose"),
    path("c/<slug:slug>/proposals/compose/keep/", composer.save_draft, name="keep-draft"),
    path("c/<slug:slug>/proposals/<int:number>/edit/keep/", composer.save_draft, name="keep-edit"),
    path("c/<slug:slug>/proposals/ideas/", recipes.gallery, name="recipes"),
    path("c/<slug:slug>/proposals/ideas/<slug:name>/", recipes.recipe, name="recipe"),
    path("c/<slug:slug>/proposals/<int:number>/", proposals.proposal, name="proposal"),
    path("c/<slug:slug>/proposals/<int:number>/edit/", composer.edit, name="edit"),
    path("c/<slug:slug>/proposals/discussion.atom", discussions.feed_of_cycle, name="discussions-feed"),
    path("c/<slug:slug>/proposals/<int:number>/discussion/", discussions.discuss, name="discuss"),
    path("c/<slug:slug>/proposals/<int:number>/suggestions/", suggestions.decide, name="suggestions"),
    path("c/<slug:slug>/proposals/<int:number>/discussion.atom", discussions.feed_of_proposal, name="discussion-feed"),
    path("c/<slug:slug>/proposals/<int:number>/simulation/", simulations.simulation, name="simulation"),
    path("c/<slug:slug>/proposals/<int:number>/dry-run/", dry_runs.dry_run, name="dry-run"),
    path("c/<slug:slug>/trades/", trades.trades, name="trades"),
    path("c/<slug:slug>/trades/offer/", trades.offer, name="trade-offer"),
    path("c/<slug:slug>/trades/<int:number>/", trades.trade, name="trade"),
    path("c/<slug:slug>/trades/<int:number>/counter/", trades.counter, name="trade-counter"),
    path("c/<slug:slug>/questions/<slug:code>/", questions.question, name="question"),
    path("c/<slug:slug>/effects/", effects.effects, name="effects"),
    path("c/<slug:slug>/court/", court.court, name="court"),
    path("c/<slug:slug>/court/<int:number>/", court.court_request, name="court-request"),
    path("c/<slug:slug>/ruleset/", ruleset.ruleset, name="ruleset"),
    path("c/<slug:slug>/ruleset/carried-out/", rule_implementations.carried_out, name="carried-out"),
    path("c/<slug:slug>/ruleset/pieces/", values.values, name="pieces"),
    path("c/<slug:slug>/ruleset/revisions/", ruleset.revisions, name="revisions"),
    path("c/<slug:slug>/ruleset/revisions/<int:number>/", ruleset.revision, name="revision"),
    path("c/<slug:slug>/journal/", journal.journal, name="journal"),
    path("c/<slug:slug>/journal/<int:seq>/", journal.entry, name="entry"),
    path("c/<slug:slug>/journal/<int:seq>/reveal/", journal.reveal, name="reveal"),
    path("c/<slug:slug>/histories/<slug:head>/", replaced_histories.history, name="history"),
    path("c/<slug:slug>/corrections/", corrections.corrections, name="corrections"),
    path("c/<slug:slug>/corrections/new/", corrections.correct, name="correct"),
    path("c/<slug:slug>/corrections/<slug:code>/", corrections.correction, name="correction"),
    path("c/<slug:slug>/corrections/<slug:code>/choose/", corrections.choose, name="choose-correction"),
    path("c/<slug:slug>/chance/", cycle_draws.chance, name="chance"),
    path("c/<slug:slug>/chance/draws.json", cycle_draws.chance_export, name="chance-export"),
    path("c/<slug:slug>/matches/", match.show_matches, name="matches"),
    path("c/<slug:slug>/matches/<slug:code>/", match.match, name="match"),
    path("c/<slug:slug>/matches/<slug:code>/picture.png", link_pictures.picture_of_match, name="match-picture"),
    path("c/<slug:slug>/matches/<slug:code>/order/", standing_orders.order, name="match-order"),
    path("c/<slug:slug>/matches/<slug:code>/hint/", hint.hint_page, name="match-hint"),
    path("c/<slug:slug>/matches/<slug:code>/rematch/", rematch.rematch, name="match-rematch"),
    path("c/<slug:slug>/matches/<slug:code>/replay/", replay.replay_page, name="match-replay"),
    path("c/<slug:slug>/matches/<slug:code>/talk/", talk.match_talk, name="match-talk"),
    path("c/<slug:slug>/talk/", talk.hall_talk, name="talk"),
    path("c/<slug:slug>/wiki/", wiki_overview.wiki_overview, name="wiki"),
    path("c/<slug:slug>/wiki/<int:pk>/", wiki_page_review.wiki_page, name="wiki-page"),
]
