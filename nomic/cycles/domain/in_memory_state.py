"""In-memory state of a cycle's row object. It is never stored."""


class TransientState:
    """Base class for state that an app keeps in memory on a `Cycle` instance; get it with `Cycle.transient`.

    A subclass has a constructor without arguments. If an act is undone, the state is replaced with the copy that
    `copied` made before the act. By default `copied` returns the object itself, for state that remains valid if an
    act is undone.
    """

    def copied(self) -> "TransientState":
        return self
