"""The referee's desk and every room that is his alone."""
