"""Collects the texts that people read: pages, mails and messages, from templates, code and rendered pages."""
