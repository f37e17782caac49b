"""A page of a long list is the one that Django's paginator would give, in one query."""

import pytest
from django.contrib.auth.models import User
from django.core.paginator import Paginator
from django.db.models import Value

from base.pages.paging import page_of

pytestmark = pytest.mark.django_db
SIZE = 3


@pytest.mark.parametrize("rows", [0, 1, 3, 7])
def test_a_page_is_the_one_of_the_paginator(rows):
    User.objects.bulk_create(User(username=f"reader{n}") for n in range(rows))
    everybody = User.objects.annotate(mark=Value(1)).order_by("-username")
    for wanted in (None, "", "1", "2", "3", "4", "0", "-1", "x", "²", "9" * 40):
        found, expected = page_of(everybody, wanted, SIZE), Paginator(everybody, SIZE).get_page(wanted)
        assert (list(found), found.number) == (list(expected), expected.number), wanted
        assert (found.paginator.count, found.has_next()) == (expected.paginator.count, expected.has_next()), wanted


def test_a_page_takes_one_query(django_assert_num_queries):
    User.objects.bulk_create(User(username=f"reader{n}") for n in range(7))
    with django_assert_num_queries(1):
        found = page_of(User.objects.order_by("pk"), "2", SIZE)
        assert (len(found.object_list), found.paginator.num_pages, found.has_next()) == (3, 3, True)
