"""One module per benchmark."""
