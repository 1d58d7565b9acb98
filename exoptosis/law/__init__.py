"""The Hall's sections of the law: cards, modifiers, packs, battles and duels."""
