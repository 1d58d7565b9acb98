"""The error of the effect language's parser and checker."""


class EffectFlaw(Exception):
    """A flaw of an effect or condition. `path` is a JSON pointer within the piece."""

    def __init__(self, path: str, detail: str) -> None:
        self.path = path
        self.detail = detail
        super().__init__(f"{path or '/'}: {detail}")
