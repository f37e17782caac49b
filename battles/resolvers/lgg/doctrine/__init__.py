"""The general (AI-1 to AI-25): he chooses among legal commands, by exact odds and the numbers of ``doctrine.toml``.

``general`` is where the engine asks; the guide in docs/general.md names the other modules.
"""
