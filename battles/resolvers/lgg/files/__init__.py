"""From a battle file to a record, from a record to a journal and a report."""
