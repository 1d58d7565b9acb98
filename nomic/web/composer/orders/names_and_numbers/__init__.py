"""Finds what the words of an order mean: values of the law by their names, misspelt names, and numbers in words."""
