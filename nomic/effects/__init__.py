"""The effect language: effects of cards, modifiers, packs, rewards and scenarios, as data in the law. Plain Python."""
