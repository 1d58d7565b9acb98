from django.apps import AppConfig


class TablesConfig(AppConfig):
    name = "nomic.tables"
    label = "tables"
    verbose_name = "Tables"

    def ready(self) -> None:
        from nomic.cycles import actions, digest, legislation, opening, watch
        from nomic.players import membership
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
        membership.on_leaving(cycle_happenings.tell_of_leaving)
        legislation.on_law_change(cycle_happenings.tell_of_law)
        watch.watch(cycle_happenings.follow_cycle)
        watch.watch(bot_seats.wake_bots, last=True)
        watch.watch(bot_votes.stir_votes)
        digest.register("matches", state.match_state)
