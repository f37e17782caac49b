"""Tools for tables of the database: keys, limits, claims, prepared queries, and the errors that are its own."""
