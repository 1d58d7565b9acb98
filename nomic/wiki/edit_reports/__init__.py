"""What people answer about a page that was set aside, and how an edit of the ruleset becomes a proposal."""
