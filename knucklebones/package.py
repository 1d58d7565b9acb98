"""All that Knucklebones brings to the host."""

from knucklebones import (
    benches,
    bot_seats,
    commencement,
    examiner,
    hosting,
    intentions,
    law,
    law_words,
    pages,
    playground,
    state,
    trials,
    wiki_board,
)
from knucklebones.events import IntentionDeclared
from nomic.cycles.events import LawChanged, PhaseBegan
from nomic.cycles.listening import on
from nomic.game_package import Explained, GamePackage, Simulated
from nomic.players.activity import note_act
from nomic.players.events import Left
from nomic.tables.events import BotSeated
from nomic.tables.hosting.cycle_happenings import tell_of_phase

PACKAGE = GamePackage(
    hosted=hosting.HOSTED,
    sections=(law.SECTION,),
    agreements=(law.dice_do_something,),
    tables={"dice": law_words.dice_table},
    explained=(Explained(law.NAME, law_words.explain_dice, law_words.DICE),),
    trials=(trials.try_out,),
    actions=(*intentions.ACTIONS, *bot_seats.ACTIONS),
    listeners=(
        on(Left, intentions.drop_of_leaver, at_once=True),
        on(LawChanged, intentions.follow_law, at_once=True),
        on(PhaseBegan, commencement.begin_games, after=tell_of_phase),
        on(IntentionDeclared, bot_seats.stir_bots, after=note_act),
        on(BotSeated, bot_seats.stir_bots, after=note_act),
    ),
    state={"intentions": state.intention_state},
    notices=(intentions.WANTED,),
    board=pages.BOARD,
    panels=(pages.INTENTIONS,),
    wiki_board=wiki_board.draw_board,
    bots=bot_seats.BOTS,
    simulated=(Simulated(examiner.ExaminedKnucklebones(), playground.PLAYERS),),
    bench=benches.measure,
)
