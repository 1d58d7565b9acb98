"""Players: joining and leaving, reputation, activity (R5 to R8)."""
