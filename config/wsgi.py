"""The WSGI application that a web process serves."""

import gc
import os
from importlib import import_module

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
application = get_wsgi_application()
# What is loaded stays loaded: left in the collector's sight it is looked through whenever a table is laid out.
import_module("config.urls")
gc.collect()
gc.freeze()
# A page makes some ten thousand things and drops nearly all of them: looked through after every 700, it takes longer.
gc.set_threshold(20_000, 20, 20)
