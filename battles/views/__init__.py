"""What a reader of one-off battles asks for, translated into one call of the application and back."""
