"""The API: a member's programs read what he may see and enter what he may enter, by a token of his (docs/api.md)."""
