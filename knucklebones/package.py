"""The game package of Knucklebones."""

from knucklebones import begin_games, hosting, law_section, player_tasks, state_digest, wanted_opponents
from knucklebones.bots import bot_intentions as bots_seats
from knucklebones.events import IntentionDeclared
from knucklebones.explain import tables as explain_tables
from knucklebones.simulation import benchmarks, invariants, law_trials, playground
from knucklebones.web import ending, first_steps, pages, rules_summary, turn_in_sentences
from knucklebones.wiki import board as wiki_board
from nomic.cycles.domain.events import LawChanged, PhaseBegan
from nomic.cycles.event_bus import on
from nomic.game_package import Explained, GamePackage, Simulated
from nomic.matches.events import BotSeated
from nomic.matches.hosting.external.forward_cycle_events import notify_of_phase
from nomic.players.activity import note_act
from nomic.players.events import Left

PACKAGE = GamePackage(
    hosted=hosting.HOSTED,
    sections=(law_section.SECTION,),
    agreements=(law_section.idle_dice,),
    tables={"dice": explain_tables.dice_table},
    explained=(Explained(law_section.NAME, explain_tables.explain_dice, explain_tables.DICE),),
    trials=(law_trials.try_out,),
    actions=(*wanted_opponents.ACTIONS, *bots_seats.ACTIONS),
    listeners=(
        on(Left, wanted_opponents.delete_for_leaver, at_once=True),
        on(LawChanged, begin_games.follow_law, at_once=True),
        on(PhaseBegan, begin_games.begin_games, after=notify_of_phase),
        on(IntentionDeclared, bots_seats.wake_bots, after=note_act),
        on(BotSeated, bots_seats.wake_bots, after=note_act),
    ),
    state={"intentions": state_digest.intention_state},
    notices=(wanted_opponents.WANTED,),
    waiting=(player_tasks.INVITATION,),
    board=pages.BOARD,
    ending=ending.ENDING,
    rules_summary=rules_summary.summarize,
    turn=turn_in_sentences.describe_turn,
    panels=(pages.INTENTIONS,),
    first_steps=first_steps.first_steps,
    wiki_board=wiki_board.draw_board,
    bots=bots_seats.BOTS,
    simulated=(Simulated(invariants.KnucklebonesInvariants(), playground.PLAYERS),),
    bench=benchmarks.measure,
)
