"""The changes that orders ask for, each as a function of the draft so far and the parts of an order."""
