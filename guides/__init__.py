"""The documents of ``docs/`` as pages of the site: text, contents and search. It knows nothing of wars and battles."""
