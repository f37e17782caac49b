"""Settings, routes and the processes of the site.

Imports nothing: the launcher reads it before anything is installed.
"""
