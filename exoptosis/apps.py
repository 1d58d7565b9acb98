from django.apps import AppConfig


class ExoptosisConfig(AppConfig):
    name = "exoptosis"
    label = "exoptosis"
    verbose_name = "The Gilded Hall"
    cycle_urls = "exoptosis.urls"

    def ready(self) -> None:
        from exoptosis import (
            battle_law,
            battles,
            benches,
            bot_seats,
            burning,
            card_words,
            cards,
            corrections,
            croupier,
            duels,
            events,
            examiner,
            gifts,
            hosting,
            law,
            obtaining,
            packs,
            pages,
            repeal,
            state,
            tables,
            trials,
            using,
            victory,
            wiki_board,
        )
        from nomic.cycles import actions, digest
        from nomic.cycles.events import LawChanged, PhaseBegan
        from nomic.cycles.listening import after_every_act, on
        from nomic.inventory import faces
        from nomic.inventory.leaving import destroy_on_leaving
        from nomic.law import explanations, sections
        from nomic.law import trials as law_trials
        from nomic.law.tables import register_table
        from nomic.players.activity import note_act
        from nomic.tables.contract.benches import register_bench
        from nomic.tables.hosting import registry
        from nomic.tables.hosting.cycle_happenings import tell_of_phase
        from nomic.tables.practice import bot_seats as tables_bots
        from nomic.tables.simulation import simulating
        from nomic.web import boards, navigation, ready_acts, redirect_after_act
        from nomic.wiki.pages.matches import register_board

        for section in (*law.SECTIONS, *battle_law.SECTIONS, using.SECTION):
            sections.register(section)
        sections.register_agreement(law.packs_are_named_so)
        for name, build in tables.TABLES.items():
            register_table(name, build)
        actions.declare_channels("battle-commencement", "exoptosis")
        for room in (croupier, packs, using, burning, gifts, battles, duels, corrections):
            room.declare()
        after_every_act(gifts.return_gifts, after=note_act)
        on(PhaseBegan, battles.begin_battles, after=(tell_of_phase, gifts.return_gifts))
        after_every_act(obtaining.follow_cards, after=(battles.begin_battles, destroy_on_leaving))
        after_every_act(victory.check_victory, after=obtaining.follow_cards)
        on(LawChanged, repeal.keep_properties, at_once=True)
        explanations.register_explanation("cards", card_words.explain_species)
        explanations.register_explanation("modifiers", card_words.explain_modifier)
        law_trials.register_trial(trials.try_out)
        registry.register(hosting.HOSTED)
        tables_bots.register_bots(hosting.HOSTED.name, bot_seats.BOTS)
        faces.register(cards.face)
        simulating.register(examiner.ExaminedBattles("battle"))
        simulating.register(examiner.ExaminedBattles("duel"))
        register_bench("exoptosis", benches.measure)
        boards.register("exoptosis", pages.BOARD)
        register_board("exoptosis", wiki_board.draw_board)
        ready_acts.make_ready("request-duel", pages.duels_with_bots)
        navigation.add_page("Croupier", "exoptosis:croupier", section="shop")
        redirect_after_act.go_after(events.PackOpened, "web:reveal", reveals=True)
        redirect_after_act.go_after(events.DuelRequested, "web:match", code="match")
        digest.register("gifts", state.gift_state)
