from django.apps import AppConfig


class CourtConfig(AppConfig):
    name = "nomic.court"
    label = "court"

    def ready(self) -> None:
        from nomic.clauses import facts, triggers
        from nomic.court import appointment, failing_rules
        from nomic.court.events import JudgeNamed
        from nomic.cycles import actions, digest
        from nomic.cycles.events import ActFailed
        from nomic.cycles.listening import listen, on
        from nomic.notices import kinds

        facts.register_office("Judge", appointment.judge_now, JudgeNamed)
        actions.declare(*appointment.ACTIONS)
        digest.register("court", appointment.court_state)
        kinds.declare(failing_rules.FAILING)
        listen(on(ActFailed, failing_rules.tell_of_failure, after=triggers.note_failure))
