"""What any table of the database needs: keys, limits, claims, prepared queries, and which errors are its own."""
