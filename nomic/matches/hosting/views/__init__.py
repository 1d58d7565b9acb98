"""What a viewer sees of a match: board, allow-listed state, export."""
