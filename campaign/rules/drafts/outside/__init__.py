"""Maps from elsewhere: read, set under a draft, written out."""
