"""Rule systems of the tests, found like those of the program."""

OF_THE_TESTS = ("COIN-", "DRILL-")
"""How the rule ids of these systems begin: no list of the program's rules has them."""
