"""Splits the text of a proposal: quotations as marks, then paragraphs, then the orders that a sentence joins."""
