"""Places for engineers' works, and the changes that the works make."""
