"""The activation rules: how many dice dare you roll (ADN)."""
