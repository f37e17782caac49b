"""Static files with names by their content, the modules that our scripts import among them."""

from whitenoise.storage import CompressedManifestStaticFilesStorage

OUR_MODULES = "js/*/*.js"
"""Other people's scripts name modules that are not served: Django's own switch for all scripts fails on them."""
IMPORT = (r"""(?P<matched>import (?P<names>[^;]+) from "(?P<url>\./[^"]+)";)""", 'import %(names)s from "%(url)s";')


class StaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Name static files by their content, and write these names into the imports of our modules."""

    patterns = (*CompressedManifestStaticFilesStorage.patterns, (OUR_MODULES, (IMPORT,)))
