from nomic.effects.language.operations import cards, choosing, flow, items

__all__ = ["cards", "choosing", "flow", "items"]
