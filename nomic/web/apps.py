from django.apps import AppConfig


class WebConfig(AppConfig):
    name = "nomic.web"
    label = "web"

    def ready(self) -> None:
        from django.contrib.auth.signals import user_logged_in

        from nomic.web.auth import guests
        from nomic.web.hooks import quick_actions
        from nomic.web.rendering import bot_choices, clock_steps

        quick_actions.make_ready("advance-clock", clock_steps.ways_ahead)
        quick_actions.make_ready("seat-bot", bot_choices.bots_to_add)
        user_logged_in.connect(guests.keep_tables, dispatch_uid="guests keep their tables")
