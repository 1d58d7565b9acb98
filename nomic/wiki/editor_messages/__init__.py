"""Messages to editors: a short note on the talk page of an editor who changed text between the markers."""
