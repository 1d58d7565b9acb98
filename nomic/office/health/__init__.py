"""Whether everything is all right: signs of life, the answer, and who is notified."""
