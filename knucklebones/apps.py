from django.apps import AppConfig


class KnucklebonesConfig(AppConfig):
    name = "knucklebones"
    label = "knucklebones"
    verbose_name = "Knucklebones"

    def ready(self) -> None:
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
        from nomic.cycles import digest
        from nomic.cycles.events import LawChanged, PhaseBegan
        from nomic.cycles.listening import on
        from nomic.law import explanations, sections
        from nomic.law import trials as law_trials
        from nomic.law.tables import register_table
        from nomic.players.activity import note_act
        from nomic.players.events import Left
        from nomic.tables.contract.benches import register_bench
        from nomic.tables.events import BotSeated
        from nomic.tables.hosting import registry
        from nomic.tables.hosting.cycle_happenings import tell_of_phase
        from nomic.tables.practice import bot_seats as tables_bots
        from nomic.tables.simulation import simulating
        from nomic.web import boards, panels
        from nomic.wiki.pages.matches import register_board

        sections.register(law.SECTION)
        sections.register_agreement(law.dice_do_something)
        register_table("dice", law_words.dice_table)
        explanations.register_explanation(law.NAME, law_words.explain_dice, law_words.DICE)
        law_trials.register_trial(trials.try_out)
        registry.register(hosting.HOSTED)
        simulating.register(examiner.ExaminedKnucklebones(), playground.PLAYERS)
        register_bench(law.NAME, benches.measure)
        tables_bots.register_bots(law.NAME, bot_seats.BOTS)
        intentions.declare()
        bot_seats.declare()
        on(Left, intentions.drop_of_leaver, at_once=True)
        on(LawChanged, intentions.follow_law, at_once=True)
        on(PhaseBegan, commencement.begin_games, after=tell_of_phase)
        on(IntentionDeclared, bot_seats.stir_bots, after=note_act)
        on(BotSeated, bot_seats.stir_bots, after=note_act)
        digest.register("intentions", state.intention_state)
        boards.register(law.NAME, pages.BOARD)
        panels.add_panel(pages.INTENTIONS)
        register_board(law.NAME, wiki_board.draw_board)
