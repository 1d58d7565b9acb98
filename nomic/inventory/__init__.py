"""Items and cards, and the ledger through which both move."""
