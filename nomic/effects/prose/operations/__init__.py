"""Operations in words, by family as the language has them: each file makes known how its own are said."""

from nomic.effects.prose.operations import again, cards, choosing, flow, items, kept, later, offices, past

__all__ = ["again", "cards", "choosing", "flow", "items", "kept", "later", "offices", "past"]
