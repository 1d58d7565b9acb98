"""The game package of the Gilded Hall: shop, packs, gifts and cards, and the battles and duels of Exoptosis."""

from exoptosis import admin_actions, events
from exoptosis.bots import practice_bots as bots_seats
from exoptosis.cards import card_properties as cards
from exoptosis.cards import effect_world, notify_games, repealed_species
from exoptosis.explain import cards as explain_cards
from exoptosis.explain import tables
from exoptosis.law import battles as law_battles
from exoptosis.law import cards as law
from exoptosis.law import match_limits, shop_catalogues
from exoptosis.matches import battles, duels, frozen_stakes, hosting, player_tasks, stakes_for_rules, unstarted_matches
from exoptosis.shop import buy, open_pack, trade_prices
from exoptosis.simulation import benchmarks, invariants, law_trials
from exoptosis.web import (
    duel_panel,
    ending,
    first_steps,
    front_page_match,
    pages,
    refusal_suggestions,
    rules_summary,
    turn_in_sentences,
)
from exoptosis.wiki import board as wiki_board
from nomic.cycles.domain.events import LawChanged, PhaseBegan
from nomic.cycles.event_bus import on, on_every_act
from nomic.game_package import Explained, GamePackage, Simulated
from nomic.inventory.leaver_items import destroy_on_leaving
from nomic.matches.events import MatchOver
from nomic.matches.hosting.external.forward_cycle_events import notify_of_phase

PACKAGE = GamePackage(
    hosted=hosting.HOSTED,
    sections=(*law.SECTIONS, *shop_catalogues.SECTIONS, *law_battles.SECTIONS),
    agreements=(shop_catalogues.pack_name_flaws, match_limits.limits_agree),
    tables=tables.TABLES,
    explained=(
        Explained("cards", explain_cards.explain_species),
        Explained("modifiers", explain_cards.explain_modifier),
    ),
    trials=(law_trials.try_out,),
    channels=("battle-commencement", "exoptosis"),
    actions=(
        *buy.ACTIONS,
        *open_pack.ACTIONS,
        *battles.ACTIONS,
        *duels.ACTIONS,
        *admin_actions.ACTIONS,
    ),
    listeners=(
        on(PhaseBegan, battles.begin_battles, after=notify_of_phase),
        on_every_act(frozen_stakes.pay_kept_stakes, after=destroy_on_leaving),
        on_every_act(
            notify_games.notify_games_of_moved_cards,
            after=(battles.begin_battles, destroy_on_leaving, frozen_stakes.pay_kept_stakes),
        ),
        on(LawChanged, repealed_species.keep_properties, at_once=True),
        on(LawChanged, unstarted_matches.follow_law, at_once=True),
    ),
    narrowed=events.NARROWED,
    details=((MatchOver, stakes_for_rules.OF_A_MATCH, stakes_for_rules.staked_names),),
    face=cards.face,
    hall=effect_world.HALL,
    traded=trade_prices.TRADED,
    notices=(duels.ASKED,),
    waiting=(player_tasks.INVITATION,),
    discord_buttons=(player_tasks.ASK,),
    board=pages.BOARD,
    ending=ending.ENDING,
    rules_summary=rules_summary.summarize,
    turn=turn_in_sentences.describe_turn,
    panels=(duel_panel.PANEL,),
    navigation=(pages.CROUPIER,),
    ways_out=refusal_suggestions.WAYS_OUT,
    ready_acts={"request-duel": pages.duels_with_bots},
    first_steps=first_steps.first_steps,
    front_picture=front_page_match.PICTURE,
    after_acts=pages.AFTER_ACTS,
    wiki_board=wiki_board.draw_board,
    bots=bots_seats.BOTS,
    simulated=(Simulated(invariants.BattleInvariants("battle")), Simulated(invariants.BattleInvariants("duel"))),
    bench=benchmarks.measure,
)
