"""What the compiler says where it does not understand a rule."""


class CannotCompile(Exception):
    """A rule uses what the compiler does not know; the sentence names the place."""
