"""What ./run and ./test share. Standard library only: it runs before anything is installed."""
