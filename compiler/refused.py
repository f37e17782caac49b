"""The compiler's errors for rules that it does not understand."""


class CannotCompile(Exception):
    """A rule uses what the compiler does not know; the sentence names the place."""
