"""All charts, as SVG documents or as coordinates for a template.

Contract: numbers and words go in, text comes out. A chart is the same text for the same input. Every word is escaped
here or by the template, and every bar, dot and line has its numbers as words. The package imports nothing else of the
project and no Django; what it draws is imported for the type checker alone.
"""
