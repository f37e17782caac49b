"""The general's acts: duties, blows, forced combats, answers; the best of all candidates (docs/general.md)."""
