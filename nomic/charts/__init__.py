"""All charts, as SVG documents or as coordinates for a template.

The functions take numbers and words and return text, and the same input always gives the same text. Every word is
escaped here or by the template. Every bar, dot and line also has its numbers in words. The package imports neither
Django nor the rest of the project, except for the types of its input.
"""
