"""The drill, a rule system that fights at once, is known to every test of battles."""

from tests.battles import drill

drill.register()
