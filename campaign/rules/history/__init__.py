"""The states of a war that are kept, and what is read from them."""
