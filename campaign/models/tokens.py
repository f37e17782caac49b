"""Tokens by which a member's programs read the war and give his orders, and the answers that they were given."""

from django.db import models

from base.rows.keys import LENGTH, new_key
from base.rows.limits import known_values, one_of, within
from campaign.models.people import Member
from campaign.rules.kinds import TokenScope


class Token(models.Model):
    """A token of a member for one campaign. Only the hash of its text is kept; it ends with the membership."""

    Scope = TokenScope

    member = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="tokens")
    key = models.CharField(max_length=LENGTH, unique=True, default=new_key, editable=False)
    name = models.CharField(max_length=60, help_text="the program that uses it")
    scope = models.CharField(max_length=6, choices=Scope.choices, default=Scope.READ)
    token_hash = models.CharField(max_length=64, unique=True, editable=False)
    log_in = models.CharField(max_length=64, editable=False, help_text="mark of the password it was made with")
    created_at = models.DateTimeField(auto_now_add=True)
    used_at = models.DateTimeField(null=True, blank=True, help_text="last call, to the minute")
    wrote_at = models.DateTimeField(null=True, blank=True, help_text="first entry; its member plays by a program since")

    class Meta:
        ordering = ["pk"]
        constraints = [known_values("token", one_of("scope", TokenScope))]

    def __str__(self) -> str:
        return f"{self.name} of {self.member.user}"


class KeptAnswer(models.Model):
    """The answer to an entry, for the case that the same one is sent again with its key."""

    token = models.ForeignKey(Token, on_delete=models.CASCADE, related_name="answers")
    key = models.CharField(max_length=80)
    digest = models.CharField(max_length=64, help_text="of method, address and body")
    status = models.PositiveSmallIntegerField()
    body = models.TextField()
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["token", "key"], name="kept_answer_once_a_key"),
            known_values("kept_answer", within("status", 200, 299)),
        ]

    def __str__(self) -> str:
        return self.key
