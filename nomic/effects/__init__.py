"""The effect language: what cards, modifiers, packs, rewards and scenarios do, as data in the law. Plain Python."""
