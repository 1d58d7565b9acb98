from django.apps import AppConfig


class WebConfig(AppConfig):
    name = "nomic.web"
    label = "web"

    def ready(self) -> None:
        from django.contrib.auth.signals import user_logged_in, user_logged_out

        from nomic.accounts.looks.change_signals import when_changed
        from nomic.accounts.previous_visits import begin_visit
        from nomic.notices.notify import show_names_by
        from nomic.office import concerns
        from nomic.web.auth import guests
        from nomic.web.hooks import quick_actions
        from nomic.web.people import looks
        from nomic.web.people.shown_names import as_shown
        from nomic.web.rendering import bot_choices
        from nomic.web.rendering.times import clock_steps
        from nomic.web.sharing.wiki_pictures import card_drawing, match_drawing
        from nomic.web.views.account.notices import forget_browser
        from nomic.web.views.court import acts_for_admins
        from nomic.wiki.pictures.drawings import register_drawings

        quick_actions.make_ready("advance-clock", clock_steps.ways_ahead)
        quick_actions.make_ready("seat-bot", bot_choices.bots_to_add)
        concerns.register(acts_for_admins.KIND)
        register_drawings(match_drawing, card_drawing)
        show_names_by(as_shown)
        when_changed(looks.clear_cached_looks)
        user_logged_in.connect(guests.keep_tables, dispatch_uid="guests keep their tables")
        user_logged_in.connect(begin_visit, dispatch_uid="a log-in begins a visit")
        user_logged_out.connect(forget_browser, dispatch_uid="browsers of those who sign out show nothing")
