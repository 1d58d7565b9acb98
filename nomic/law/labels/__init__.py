"""Labels and formats of the law's values, and sentences that explain entries."""
