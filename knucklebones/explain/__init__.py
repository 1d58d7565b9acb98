"""Tables about the law of Dice, and trial runs of Dice that a proposal changes."""
