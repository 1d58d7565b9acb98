from django.apps import AppConfig


class TablesConfig(AppConfig):
    name = "nomic.tables"
    label = "tables"
    verbose_name = "Tables"

    def ready(self) -> None:
        from nomic.cycles import actions, digest, opening
        from nomic.cycles.events import CycleEnded, LawChanged, PhaseBegan
        from nomic.cycles.listening import all_others, listen, on
        from nomic.players.activity import note_act
        from nomic.players.events import Left
        from nomic.proposals.events import ProposalSubmitted
        from nomic.tables.events import MatchStepped
        from nomic.tables.hosting import cycle_happenings, moves, orders, outages, reminders, state
        from nomic.tables.practice import bot_seats, bot_votes

        actions.declare_channels("games")
        moves.declare()
        orders.declare()
        outages.declare()
        reminders.declare()
        bot_seats.declare()
        bot_votes.declare()
        opening.opens_with("outfit")
        opening.opens_with("seat-bot", bot="Greedy")
        opening.opens_with("seat-bot", bot="Random")
        listen(
            on(Left, cycle_happenings.tell_of_leaving, at_once=True),
            on(LawChanged, cycle_happenings.tell_of_law, at_once=True),
            on(PhaseBegan, cycle_happenings.tell_of_phase, after=note_act),
            on(CycleEnded, cycle_happenings.stop_all, after=note_act),
            on(ProposalSubmitted, bot_votes.stir_votes, after=note_act),
            on(MatchStepped, bot_seats.wake_bots, after=all_others),
        )
        digest.register("matches", state.match_state)
