from nomic.effects.language.operations import cards, choosing, flow, items, kept

__all__ = ["cards", "choosing", "flow", "items", "kept"]
