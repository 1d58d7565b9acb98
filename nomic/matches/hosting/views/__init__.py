"""What a viewer sees of a match: board, state by allow-list, export."""
