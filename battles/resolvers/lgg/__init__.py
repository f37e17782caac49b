"""La Grande Guerre: the whole rule system, in rooms of which each uses only those below it (docs/engine.md)."""
