"""Splits the text of a proposal: quotations become marks, then paragraphs and sentences are split into orders."""
