"""One module per subject: the shapes of its answers, and the reads that give them."""
