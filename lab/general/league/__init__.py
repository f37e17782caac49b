"""The league: the general against the general, against himself with one fault, and against nobody at home (19.6)."""
