"""A battle to be watched: from the journal to the table after every event, in words and in numbers (EX-7)."""
