from nomic.effects.language.operations import cards, choosing, flow, items, kept, later, past

__all__ = ["cards", "choosing", "flow", "items", "kept", "later", "past"]
