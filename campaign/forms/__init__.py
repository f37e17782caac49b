"""Forms: what comes in from people, checked field by field."""
