"""What a reader of a campaign asks for, translated into one call of the application and back."""
