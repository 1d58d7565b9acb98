"""What people read: the texts of pages, mails and messages, collected from templates, code and rendered pages.

`docs/texts/` keeps the texts of templates and code, so that changes of wording show up in diffs.
"""
