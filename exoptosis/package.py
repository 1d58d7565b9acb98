"""All that the Gilded Hall brings to the host: shop, packs, gifts and cards, and the battles and duels of Exoptosis."""

from exoptosis import (
    battle_law,
    battles,
    benches,
    bot_seats,
    card_words,
    cards,
    catalogues,
    corrections,
    croupier,
    duels,
    examiner,
    hall,
    hosting,
    law,
    obtaining,
    packs,
    pages,
    repeal,
    tables,
    trading,
    trials,
    wiki_board,
)
from nomic.cycles.events import LawChanged, PhaseBegan
from nomic.cycles.listening import after_every_act, on
from nomic.game_package import Explained, GamePackage, Simulated
from nomic.inventory.leaving import destroy_on_leaving
from nomic.tables.hosting.cycle_happenings import tell_of_phase

PACKAGE = GamePackage(
    hosted=hosting.HOSTED,
    sections=(*law.SECTIONS, *catalogues.SECTIONS, *battle_law.SECTIONS),
    agreements=(catalogues.packs_are_named_so,),
    tables=tables.TABLES,
    explained=(Explained("cards", card_words.explain_species), Explained("modifiers", card_words.explain_modifier)),
    trials=(trials.try_out,),
    channels=("battle-commencement", "exoptosis"),
    actions=(
        *croupier.ACTIONS,
        *packs.ACTIONS,
        *battles.ACTIONS,
        *duels.ACTIONS,
        *corrections.ACTIONS,
    ),
    listeners=(
        on(PhaseBegan, battles.begin_battles, after=tell_of_phase),
        after_every_act(obtaining.follow_cards, after=(battles.begin_battles, destroy_on_leaving)),
        on(LawChanged, repeal.keep_properties, at_once=True),
    ),
    face=cards.face,
    hall=hall.HALL,
    traded=trading.TRADED,
    notices=(duels.ASKED,),
    board=pages.BOARD,
    navigation=(pages.CROUPIER,),
    ready_acts={"request-duel": pages.duels_with_bots},
    after_acts=pages.AFTER_ACTS,
    wiki_board=wiki_board.draw_board,
    bots=bot_seats.BOTS,
    simulated=(Simulated(examiner.ExaminedBattles("battle")), Simulated(examiner.ExaminedBattles("duel"))),
    bench=benches.measure,
)
