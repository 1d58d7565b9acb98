"""In-memory state of a cycle's row object. It is never stored."""


class TransientState:
    """The state of an app for a cycle while this process works on one row object. Use `Cycle.transient` to get it.

    A subclass has a constructor without arguments. When an act is undone, the state is reset to the copy that `copied`
    made before the act. By default that is the object itself, for state that remains valid if an act is undone.
    """

    def copied(self) -> "TransientState":
        return self
