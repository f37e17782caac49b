"""The laboratory: what measures the program, and proves it by long runs. Nothing of the program needs it."""
