"""Does it look like history, and how fast is it?"""
