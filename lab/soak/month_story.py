"""The ten turns of a month of play: what everybody does, and what each is to hear of."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from lab.soak.month_world import FACTION_OF, PLAYERS, EightRivers
from tests.campaign.news.receivers import Mailbox, Receiver

SLUG, ADDRESS, BERLIN = "eight-rivers", "https://war.example.org", ZoneInfo("Europe/Berlin")
BEGIN = datetime(2026, 10, 5, 12, tzinfo=UTC)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
PEOPLE = (*PLAYERS, "ref", "olga")
WITHOUT_MAIL = ("fox",)
SECRET_WORDS = "We march on the ridge by night"
INVITED = "ivy@example.org"
PASSWORD = "a-long-river-by-night"


def evening(month: int, day: int) -> datetime:
    """20:00 in Berlin."""
    return datetime(2026, month, day, 20, tzinfo=BERLIN).astimezone(UTC)


DUE = {
    1: evening(10, 8), 2: evening(10, 11), 3: evening(10, 14), 4: evening(10, 17), 5: evening(10, 20),
    6: evening(10, 24),  # extended by a day, from the 23rd
    7: evening(10, 26),  # passes while no clock runs: everybody gets six hours
    8: evening(10, 29),
    9: evening(11, 1),  # paused: the 4th
    10: evening(11, 7),
}  # fmt: skip


def written(moment: datetime) -> str:
    """A moment as news have it: in the zone of the schedule."""
    local = moment.astimezone(BERLIN)
    return f"{local.day} {local:%B %Y, %H:%M %Z}"


@dataclass(frozen=True)
class Expected:
    """A piece of news for somebody, by the beginning of its text."""

    who: str
    kind: str
    text: str


@dataclass
class Month:
    """The site, the people, and what they are to hear of."""

    site: Any
    war: EightRivers
    box: Mailbox
    good: Receiver
    flaky: Receiver
    people: dict[str, Any] = field(default_factory=dict)
    clients: dict[str, Any] = field(default_factory=dict)
    expected: list[Expected] = field(default_factory=list)
    public: list[str] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)
    left: dict[str, list[tuple[str, str]]] = field(default_factory=dict)
    members: list[str] = field(default_factory=lambda: list(PEOPLE))
    secret: str = ""

    @property
    def campaign(self) -> Any:
        """The war's row."""
        return self.war.campaign

    def expect(self, kind: str, text: str, who: Iterable[str] | None = None, *, public: bool = False) -> None:
        """Somebody, or everybody, is to hear of something, and the receivers too if it is public."""
        self.expected += [Expected(one, kind, text) for one in (self.members if who is None else who)]
        self.public += [text] if public else []

    def send(self, who: str, route: str, /, *args: Any, ok: tuple[int, ...] = (302,), **data: Any) -> Any:
        """Somebody sends a form."""
        from django.urls import reverse

        url = reverse(route, args=args if route.startswith(("join", "mail")) else [SLUG, *args])
        answer = self.clients[who].post(url, data)
        if answer.status_code not in ok:
            self.broken.append(f"{who} sends {url} {data}: {answer.status_code} {_refusal(answer)}")
        return answer

    def order(self, who: str, ref: str, order: str = "hold") -> None:
        """A player gives an army an order."""
        self.send(who, "game:order", self.war.stations[ref].army.key, order=order)

    def orders(self, *who: str) -> None:
        """Some players have their hidden army stand."""
        for one in who:
            self.order(one, f"nightjar-{FACTION_OF[one]}")

    def opened(self, number: int, due: datetime | None) -> None:
        """Everybody hears that a turn has opened."""
        said = f" Orders are due on {written(due)}." if due else ""
        self.expect("turn", f"Turn {number} is open for orders.{said}", public=True)

    def remind(self, number: int, due: datetime, *who: str) -> None:
        """Some hear that they have entered nothing."""
        self.expect("reminder", f"You have entered no orders for turn {number}. They are due on {written(due)}.", who)

    def to(self, moment: datetime) -> None:
        """Go on to a moment."""
        self.site.to(moment)

    def run_at(self, number: int, due: datetime, following: datetime | None, during: Callable[[], None] = bool) -> None:
        """Pass the deadline of a turn; the next one opens."""
        self.to(due - timedelta(seconds=30))
        if self.newest() != number:
            self.broken.append(f"turn {number} was run before its deadline")
        self.site.skip(timedelta(seconds=31))
        during()
        self.site.settle()
        if self.newest() != number + 1:
            self.broken.append(f"turn {number} was not run at its deadline: turn {self.newest()} is the newest")
        self.opened(number + 1, following)

    def newest(self) -> int:
        """The number of the newest turn."""
        return int(self.campaign.turns.order_by("-number").values_list("number", flat=True).first())


def _refusal(answer: Any) -> str:
    found = re.search(r"(?:refusal|invalid-feedback)[^>]*>(?:<[^>]*>)*([^<]+)", answer.content.decode())
    return found[1] if found else ""


def come_in(month: Month) -> None:
    """Give everybody a log-in and a part; members who want mail enter an address and follow the link in it."""
    from django.contrib.auth.models import User

    from campaign.models import Member

    for name in PEOPLE:
        faction = month.war.factions.get(FACTION_OF.get(name, ""))
        role = "player" if faction else "referee" if name == "ref" else "observer"
        user = month.people[name] = User.objects.create_user(username=name, password=PASSWORD)
        Member.objects.create(campaign=month.campaign, user=user, role=role, faction=faction)
        month.clients[name] = month.site.visitor(name, PASSWORD)
    for name in PEOPLE:
        if name not in WITHOUT_MAIL:
            want_mail(month, name)


def want_mail(month: Month, name: str) -> None:
    """Enter an address, and follow the link that is mailed there."""
    address = f"{name}@example.org"
    month.send(name, "game:news_address", email=address, zone="Europe/Berlin", digest_hour="7")
    month.site.settle()
    (mail,) = [text for text in month.box.to(address) if "/accounts/mail/" in text]
    month.send(name, "mail_confirm", re.search(r"/accounts/mail/([^/]+)/", mail)[1], ok=(200,))


def choose(month: Month, name: str, how: str, *kinds: str) -> None:
    """Somebody wants some kinds of news otherwise."""
    from campaign.models import Notice

    chosen: dict[str, Any] = {kind: "now" for kind in Notice.Kind.values if kind != "trouble"}
    month.send(name, "game:news_choices", **chosen | dict.fromkeys(kinds or chosen, how))


def begin(month: Month) -> None:
    """The war begins, with a schedule, receivers, wishes and choices."""
    from campaign.services.phases.methods import set_battle_policy
    from campaign.services.setup import start_campaign

    choose(month, "eve", "digest")
    choose(month, "gus", "none", "turn")
    start_campaign(campaign=month.campaign, actor="the script")
    month.campaign.refresh_from_db()
    month.opened(1, None)
    month.public.clear()  # no receiver is there yet
    set_battle_policy(campaign=month.campaign, days=0, fallback="auto", patience=48, user=month.people["ref"])
    for who, enemy in (("ann", "brennia"), ("ben", "ardenia")):
        month.send(who, "game:standing_wishes", **{f"against-{enemy}": "table"})
    for kind, name, receiver in (("signed", "good", month.good), ("discord", "flaky", month.flaky)):
        answer = month.send("ref", "desk_hook_add", ok=(200,), kind=kind, name=name, url=receiver.url)
        found = re.search(r"whsec_[A-Za-z0-9+/=]+", answer.content.decode())
        month.secret = month.secret or (found[0] if found else "")
    month.send(
        "ref", "desk_schedule_save", rhythm="daily", every="3", at="20:00", zone="Europe/Berlin", first_on="2026-10-08",
        after_outage="grace", grace_hours="6", misses="2",
    )  # fmt: skip
    month.expect("clock", f"The orders of turn 1 are due on {written(DUE[1])}.", public=True)


def first_turn(month: Month) -> None:
    """Ann and Ben march upon one another; Dan remembers his orders when he is reminded."""
    month.order("ann", "ardenia-main", "march:ridge-0")
    month.order("ben", "brennia-main", "march:ridge-0")
    month.orders("cat", "eve", "fox", "gus", "hal")
    month.to(DUE[1] - DAY + HOUR)
    month.remind(1, DUE[1], "dan")
    month.orders("dan")
    month.run_at(1, DUE[1], DUE[2])
    month.expect("battle", "The Battle of Ridge 0 is to be fought on the table.", ("ann", "ben", "ref"))


def second_turn(month: Month) -> None:
    """Cat and Dan fight by the program, and the worker that fights is killed; Hal is not seen any more."""
    month.order("cat", "corvia-main", "march:ridge-2")
    month.order("dan", "dunmark-main", "march:ridge-2")
    month.orders("ann", "ben", "eve", "fox", "gus")
    olga = month.campaign.members.get(user=month.people["olga"]).pk
    month.send("eve", "game:absences", starts="2026-10-11T19:00", ends="2026-10-21T12:00", deputy=str(olga))
    month.expect("hand_over", "You are the deputy of Elland from ", ("olga",))
    month.send("fox", "game:absences", starts="2026-10-12T08:00", ends="2026-10-15T08:00", deputy="")
    month.remind(2, DUE[2], "hal")
    month.remind(2, DUE[2], "hal")
    month.run_at(2, DUE[2], DUE[3], lambda: kill_who_fights(month))
    month.expect("battle", "Battle of Ridge 2: ", ("cat", "dan", "ref"), public=True)


def kill_who_fights(month: Month) -> None:
    """SIGKILL to both workers while a battle is fought."""
    from battles.models import Battle

    month.site.wait(lambda: Battle.objects.filter(state="running").exists(), "no worker fights")
    for name in list(month.site.workers):
        month.site.kill_worker(name)


def third_turn(month: Month) -> None:
    """Olga acts for Eve, Fox is away, Hal is silent; at the deadline a receiver begins to fail, for an hour."""
    month.orders("ann", "ben", "cat", "dan", "gus")
    month.to(DUE[2] + 2 * HOUR)
    act_as_deputy(month)
    month.remind(3, DUE[3], "hal")
    month.remind(3, DUE[3], "hal")
    month.flaky.status = 503
    month.run_at(3, DUE[3], DUE[4])
    month.expect("trouble", "News for the webhook flaky did not arrive.", ("ref",))
    for _ in range(6):
        month.to(month.site.time.now() + timedelta(minutes=10))
    month.flaky.status = 200
    month.to(month.site.time.now() + timedelta(minutes=30))


def act_as_deputy(month: Month) -> None:
    """The deputy takes the seat, gives an order, and goes back to her own place."""
    month.send("olga", "game:seats", seat="act:elland")
    month.order("olga", "nightjar-elland")
    month.send("olga", "game:seats", seat="")


def fourth_turn(month: Month) -> None:
    """Ann hands in a result, Ben does not; a caretaker takes Holm."""
    from battles.models import Battle

    month.orders("ann", "ben", "cat", "dan", "fox", "gus")
    act_as_deputy(month)
    battle = Battle.objects.get(name="Battle of Ridge 0")
    hand_in(month, "ann", battle)
    handed = month.site.time.now()
    month.expect("result", "Battle of Ridge 0: the other side has handed in its result. Type in yours.", ("ben",))
    month.expect("patience", f"The Battle of Ridge 0 is settled by the other side's result on {handed.day + 2} October",
                 ("ben",))  # fmt: skip
    month.to(handed + 47 * HOUR)
    if Battle.objects.get(pk=battle.pk).state != "open":
        month.broken.append("the battle on the table was settled before the patience ended")
    month.to(handed + 49 * HOUR)
    month.expect("battle", "Battle of Ridge 0: ", ("ann", "ben", "ref"), public=True)
    month.run_at(4, DUE[4], DUE[5])
    month.expect("hand_over", "A caretaker leads Holm until somebody enters something for it.", ("hal", "ref"))
    month.public.append("A caretaker leads Holm until somebody enters something for it.")


def hand_in(month: Month, who: str, battle: Any) -> None:
    """Type in a result: everything as the form begins, a draw after a day."""
    from django.urls import reverse

    from lab.soak.forms import Hand, forms_of

    url = reverse("game:battle_result", args=[SLUG, battle.key])
    hand = Hand(month.clients[who])
    form = max(forms_of(hand.see(url)), key=lambda one: len(one.fields))
    form.action = form.action or url
    chosen = {name: found.offered[-1] for name, found in form.fields.items()
              if found.kind == "radio" and not found.standing}  # fmt: skip
    chosen |= {"days": "1"} if "days" in form.fields else {}
    form.fields = {key: one for key, one in form.fields.items() if one.kind not in ("submit", "file")}
    if not hand.send(form, **chosen):
        month.broken.append(f"{who} cannot hand in a result: {hand.refusals} {hand.errors}")


def fifth_turn(month: Month) -> None:
    """Hal's part ends, Ivy is invited by mail and takes Holm; letters; Eve's deputy is reminded."""
    from campaign.models import Notice

    month.orders("ann", "ben", "cat", "dan", "fox", "gus")
    hal = month.campaign.members.get(user=month.people["hal"])
    month.left["hal"] = list(Notice.objects.filter(member=hal).values_list("kind", "text"))
    month.send("ref", "member_remove", hal.pk)
    month.members.remove("hal")
    month.send("ref", "members_invite", ok=(200,), role="player", faction="holm", note="Ivy", email=INVITED)
    month.site.settle()
    join_by_mail(month)
    letters(month)
    text = f"You are the deputy of Elland. It has no orders for turn 5 yet. They are due on {written(DUE[5])}."
    month.expect("reminder", text, ("olga",))
    month.to(DUE[5] - DAY + HOUR)
    act_as_deputy(month)
    month.run_at(5, DUE[5], evening(10, 23))


def join_by_mail(month: Month) -> None:
    """Ivy follows the link of her mail, once; a second guest with the same link finds it used."""
    from django.contrib.auth.models import User

    (mail,) = month.box.to(INVITED)
    token = re.search(rf"{ADDRESS}/join/([^/]+)/", mail)[1]
    month.clients["ivy"], month.clients["thief"] = month.site.visitor("ivy"), month.site.visitor("thief")
    password: dict[str, Any] = {"password": PASSWORD}
    month.send("ivy", "join", token, faction="holm", username="ivy", **password)
    month.send("thief", "join", token, ok=(404,), faction="holm", username="thief", **password)
    month.people["ivy"] = User.objects.get(username="ivy")
    month.expect("hand_over", "You lead Holm. The hand-over brief", ("ivy",))
    month.expect("invitation", "ivy has accepted an invitation and leads Holm.", ("ref",))
    month.members.append("ivy")
    FACTION_OF["ivy"] = "holm"
    month.orders("ivy")


def letters(month: Month) -> None:
    """Ann writes to Ben, to everybody and to the referee."""
    month.send("ann", "game:letters_thread", "pair.ardenia.brennia", text=f"{SECRET_WORDS}, says Ann to Ben.")
    month.expect("message", "Ardenia has written to you.", ("ben",))
    month.send("ann", "game:letters_thread", "referee.ardenia", text=f"{SECRET_WORDS}, says Ann to the referee.")
    month.expect("message", "Ardenia has written to you.", ("ref",))
    month.send("cat", "game:letters_thread", "all", text="Peace to all rivers.")
    players = [one for one in month.members if one in FACTION_OF and one != "cat"]
    month.expect("message", "Corvia has written to everybody.", (*players, "ref"))


ALL_NOW = ("ann", "ben", "cat", "dan", "eve", "fox", "gus", "ivy")


def sixth_turn(month: Month) -> None:
    """A web process is killed while orders are given; the referee gives another day."""
    month.site.kill_web(lambda: month.orders(*ALL_NOW))
    month.send("ref", "desk_due", deadline="2026-10-24T18:00", reason="A wedding")
    month.expect("clock", "The orders of turn 6 are now due on 24 October 2026, 20:00 CEST: A wedding", public=True)
    month.to(evening(10, 23) + HOUR)
    if month.newest() != 6:
        month.broken.append("turn 6 was run at the deadline that it no longer had")
    month.run_at(6, DUE[6], DUE[7])


def seventh_turn(month: Month) -> None:
    """Summer time has ended. No clock runs at the deadline; then everybody gets six hours."""
    month.orders(*ALL_NOW)
    month.to(DUE[7] - 2 * HOUR)
    month.site.kill_clock("first")
    month.site.skip(5 * HOUR)
    if month.newest() != 7:
        month.broken.append("turn 7 was run while no clock was there")
    month.site.start_clock("first")
    month.site.settle()
    later = month.site.time.now() + 6 * HOUR
    month.expect("clock", "The site was down: the orders of turn 7 are now due on 27 October 2026, 05:0", public=True)
    month.to(later - timedelta(minutes=5))
    if month.newest() != 7:
        month.broken.append("turn 7 was run before the grace period ended")
    month.to(later + timedelta(minutes=1))
    month.opened(8, DUE[8])


def eighth_turn(month: Month) -> None:
    """Two clocks at one deadline, and a worker is killed at it; Ann offers peace."""
    month.orders(*ALL_NOW)
    month.send("ann", "game:relation", relation="brennia:neutral")
    month.site.start_clock("second")
    month.run_at(8, DUE[8], DUE[9], lambda: month.site.kill_worker("one"))
    month.expect("relation", "Ardenia offers Brennia peace.", ("ben",))
    month.site.kill_clock("second")


def ninth_turn(month: Month) -> None:
    """A pause; Ben agrees to peace; Cat declares war on Gus."""
    month.orders(*ALL_NOW)
    month.send("ben", "game:relation", relation="ardenia:neutral")
    month.send("cat", "game:relation", relation="gavria:war")
    month.to(datetime(2026, 10, 30, 12, tzinfo=UTC))
    month.send("ref", "desk_pause", until="2026-11-01T12:00", reason="The harvest")
    month.expect("clock", "The war is paused until 1 November 2026, 13:00 CET: The harvest", public=True)
    month.to(datetime(2026, 11, 1, 12, 1, tzinfo=UTC))
    month.expect("clock", "The pause is over.", public=True)
    month.run_at(9, evening(11, 4), DUE[10])
    month.expect("relation", "Brennia and Ardenia have agreed: from turn 10 on they are neutral", public=True)
    month.expect("relation", "Corvia gives notice to Gavria: from turn 10 on they are at war.", public=True)


def tenth_turn(month: Month) -> None:
    """The last turn of the month, and a quiet day after it."""
    month.orders(*ALL_NOW)
    month.run_at(10, DUE[10], evening(11, 10))
    month.to(DUE[10] + DAY)


TURNS = (first_turn, second_turn, third_turn, fourth_turn, fifth_turn, sixth_turn, seventh_turn, eighth_turn,
         ninth_turn, tenth_turn)  # fmt: skip
