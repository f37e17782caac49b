"""The companion of the smaller rule systems: one table of values for each of them, played, described and shown here.

From the top down, each module uses those below it: ``door`` gives a system's companion its names. ``describing``
makes the notes that are open, ``look`` the page, ``outcome`` the result form. ``reading`` plays the notes of ``kinds``:
those of ``clock``, ``units`` and ``fights``. ``table`` is the table, ``game`` what a rule system brings.
"""
