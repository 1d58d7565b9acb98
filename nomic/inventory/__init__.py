"""Items: balances, cards, and the one ledger through which both move."""
