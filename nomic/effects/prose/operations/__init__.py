"""English descriptions of operations. Each module registers one family of operations."""

from nomic.effects.prose.operations import again, cards, choosing, flow, items, kept, later, offices, past

__all__ = ["again", "cards", "choosing", "flow", "items", "kept", "later", "offices", "past"]
