from nomic.effects.language.operations import again, cards, choosing, flow, items, kept, later, meeting, past

__all__ = ["again", "cards", "choosing", "flow", "items", "kept", "later", "meeting", "past"]
