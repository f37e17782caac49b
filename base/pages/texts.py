"""The long parts of pages, drawn by Jinja2: it is several times as quick as Django's own templates over long lists."""

from typing import Any

from django.template import Library
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

register = Library()


@register.simple_tag(name="drawn")
def drawn_text(name: str, /, **values: Any) -> SafeString:
    """Return a part of a page from a template of ``templates/jinja2``, which escapes what it is given.

    In Django's templates it is a tag: ``{% drawn "campaign/nav.html" links=knowledge.nav section=section %}``.
    """
    text: SafeString = render_to_string(name, values, using="jinja2")
    return text
