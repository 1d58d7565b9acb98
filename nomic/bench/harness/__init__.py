"""What every benchmark needs: databases, servers, load clients, fixtures, results."""
