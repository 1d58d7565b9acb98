"""What is wrong with a piece of the language."""


class EffectFlaw(Exception):
    """Something wrong with an effect or a condition: `path` is a JSON pointer within the piece."""

    def __init__(self, path: str, detail: str) -> None:
        self.path = path
        self.detail = detail
        super().__init__(f"{path or '/'}: {detail}")
