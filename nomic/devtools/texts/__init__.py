"""What people read: the texts of pages, mails and messages, collected from templates, code and pages as they are shown.

`docs/texts/` keeps the texts of templates and code, so that a change of wording stands in the difference of a change.
"""
