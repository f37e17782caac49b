"""Fight a battle now: two rosters typed in, or a whole battle file."""

import re
from collections.abc import Sequence
from typing import Any

from django import forms

from base.pages.fields import Remedy, WholeNumberField
from base.pages.forms import PlainForm
from base.place import JsonPlace
from base.refusal import Refusal
from battles.forms.armies import EXAMPLE as ARMY
from battles.forms.armies import units_of
from battles.forms.options import chosen_of, of_systems, sets_of
from battles.models import RulesProfile
from battles.pages.profiles import profile_choices
from battles.resolvers.contract.numbers import NumberSheet
from battles.resolvers.contract.registry import DEFAULT, name_of, offered, resolver
from battles.resolvers.files import battle_file
from battles.resolvers.values import battle
from battles.resolvers.values.battle import GROUNDS, MOST_DAYS, SEASONS, TERRAINS, WEATHERS, BattleFile
from battles.resolvers.values.own_types import named_in
from battles.resolvers.values.sides import EVENINGS, POSTURES, ROLES, SECTORS
from rosters.forms import RosterFile, choose_war, one_roster
from rosters.rules.catalogue import catalogue
from rosters.rules.notation import parse_roster, print_roster
from rosters.rules.roster_table import is_table, read_roster
from rosters.war_types import WarTypes

LONGEST_SEED = 100
PLAN = ("posture", "sector", "reserve", "break_off", "evening", "spare")
ROLLED = ("", "rolled")
SEED_HELP = "Leave it empty for a secret seed of 128 random bits; the same seed fights the same battle again."
EXAMPLE = {
    "name": "The fight near Bautzen",
    "season": "spring",
    "first_commander": "Ney",
    "first_skill": "good",
    "first_roster": "8 Line inf, one 2/4 Line inf, 2 Elite inf, Heavy cav, 2 Light cav, 3 Field art",
    "second_commander": "Wittgenstein",
    "second_roster": "7 Line inf, 2 Militia inf, Elite inf Guard, 2 Heavy cav, Light cav, 2 Heavy art",
}
_SIDE = re.compile(r"sides\[([01])\]\.(name|commander|roster|further|role|plan)(?:\.(name|skill|spare)(?:\[\d+\])?)?: ")


def clean_seed(text: str) -> str:
    """Return a seed as the dice take it; refused with control characters or above 100 characters."""
    return JsonPlace(text, "seed").text(most=LONGEST_SEED, blank=True)


class SeedForm(PlainForm):
    """The seed of all dice, if it is to be a certain one."""

    seed = forms.CharField(required=False, max_length=LONGEST_SEED, label="Seed", help_text=SEED_HELP)

    def clean_seed(self) -> str:
        """Return a printable seed, or none."""
        try:
            return clean_seed(self.cleaned_data["seed"])
        except Refusal as refusal:
            raise forms.ValidationError(str(refusal)) from refusal


def _words(keys: tuple[str, ...]) -> list[tuple[str, str]]:
    return [(key, key) for key in keys]


BY_DEFAULT_RULES = f"by {name_of(DEFAULT)}; under other rules an army leaves by the strength that it has left"
EVENING_HELP = (
    f"If this is left open, he weighs field and army by {name_of(DEFAULT)}, under other rules the losses alone. "
    "Under those, to hold also means never to break off unless a percentage is set."
)


def _side_fields(side: str, name: str, role: str) -> dict[str, forms.Field]:
    skills = [(skill.key, skill.name.lower()) for skill in catalogue().skills.values()]
    text = forms.Textarea(attrs={"rows": 7, "spellcheck": "false", "autocapitalize": "off"})
    return {
        f"{side}_name": forms.CharField(max_length=50, initial=name, label="Name of the side"),
        f"{side}_role": forms.ChoiceField(choices=_words(ROLES), initial=role, label="Role"),
        f"{side}_commander": forms.CharField(max_length=80, required=False, label="Commander"),
        f"{side}_skill": forms.ChoiceField(choices=skills, initial="average", label="His skill"),
        f"{side}_roster": forms.CharField(max_length=20_000, widget=text, label="Roster", required=False),
        f"{side}_table": RosterFile(),
        f"{side}_further": forms.CharField(
            max_length=20_000,
            required=False,
            label="Further armies",
            widget=forms.Textarea(attrs={"rows": 2}),
            help_text=f"one a line; a late one with its count and edge: {ARMY}",
        ),
        **_plan_fields(side),
    }


def _plan_fields(side: str) -> dict[str, forms.Field]:
    """Make the fields of one side's instructions to its general; he decides what is left empty."""
    free = ("", "he decides")
    posture = forms.ChoiceField(choices=[free, *_words(POSTURES)], required=False, label="Posture")
    sector = forms.ChoiceField(choices=[free, *_words(SECTORS)], required=False, label="Sector of the attack")
    reserve = WholeNumberField(least=0, most=100, required=False, label="In reserve, % of the units")
    break_off = WholeNumberField(least=0, most=100, required=False, label="Break off at % broken")
    named = list(zip(EVENINGS, ("hold the field at any cost", "save the army"), strict=True))
    evening = forms.ChoiceField(
        choices=[free, *named], required=False, label="In the evening of a hard day", help_text=EVENING_HELP
    )
    spare = forms.CharField(
        max_length=200, required=False, label="Not to be risked",
        help_text="numbers of units in the order of the roster, such as 1, 4",
    )  # fmt: skip
    fields = {"posture": posture, "sector": sector, "reserve": reserve, "break_off": break_off,
              "evening": evening, "spare": spare}  # fmt: skip
    return {f"{side}_{key}": field for key, field in fields.items()}


LITTLE = {"won": 7, "drawn": 0, "lost": -7}
"""AI-22 The worth of an ordinary province, in hundredths of an army's price; without it a field is worth 30."""


_NEEDED, _MORE = ("roster",), ("name", "commander", "role", "skill", "table", "further")
_DAY = ("name", "season", "terrain", "weather", "ground", "seed", "profile", "rules", "war")


class RostersForm(SeedForm):
    """Two rosters in the notation, with season, weather and ground."""

    name = forms.CharField(max_length=120, initial="A battle", label="Name of the battle")
    season = forms.ChoiceField(choices=_words(SEASONS), initial="summer", label="Season")
    weather = forms.ChoiceField(choices=[ROLLED, *_words(WEATHERS)], required=False, label="Weather")
    ground = forms.ChoiceField(choices=[ROLLED, *_words(GROUNDS)], required=False, label="Ground")
    terrain = forms.ChoiceField(choices=_words(TERRAINS), initial="rolling", label="Terrain")
    max_days = WholeNumberField(
        least=1, most=MOST_DAYS, initial=MOST_DAYS, required=False, label="Days of fighting at most"
    )
    stakes = forms.ChoiceField(
        choices=[("", "little: a beaten army leaves it"), ("much", "much: armies hold it to the last day")],
        required=False,
        label="The field is worth",
        help_text=BY_DEFAULT_RULES,
    )
    limit_guns = forms.BooleanField(required=False, label="One unit of guns to three others (HR-7)")
    field_order = ["name", "season", "terrain", "weather", "ground", "seed"]

    def __init__(
        self, *args: Any, profiles: Sequence[RulesProfile] = (), wars: Sequence[WarTypes] = (), **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.profiles = {profile.key: profile for profile in profiles}
        self.fields |= _side_fields("first", "French", "attacker") | _side_fields("second", "Allies", "defender")
        if profiles:
            choices = profile_choices(list(profiles))
            self.fields["profile"] = forms.ChoiceField(choices=choices, required=False, label="Numbers")
        if len(offered()) > 1:
            self.fields["rules"] = forms.ChoiceField(choices=offered(), initial=DEFAULT, label="Rules")
        self.fields |= of_systems({})
        self.own, self.named = choose_war(self, wars), set[str]()
        self.file: BattleFile | None = None

    def option_fields(self) -> list[tuple[str, str, list[forms.BoundField]]]:
        """Return the options of each rule system that has any: its slug, its name, the fields."""
        return sets_of(self)

    def plan_fields(self) -> list[tuple[str, list[forms.BoundField]]]:
        """Return the fields of each side's plan."""
        return [(title, [self[f"{side}_{key}"] for key in PLAN]) for side, title in _SIDES]

    def side_fields(self) -> list[tuple[str, list[forms.BoundField]]]:
        """Return what a side needs to fight: its roster, under its name."""
        return [(self[f"{side}_name"].value() or title, self._fields_of(side, _NEEDED)) for side, title in _SIDES]

    def more_fields(self) -> list[tuple[str, list[forms.BoundField]]]:
        """Return the other fields of each side, which are folded."""
        return [(title, self._fields_of(side, _MORE)) for side, title in _SIDES]

    def _fields_of(self, side: str, names: Sequence[str]) -> list[forms.BoundField]:
        return [self[f"{side}_{name}"] for name in names]

    def opened(self) -> set[str]:
        """Return the folds of the page that hold a wrong field: day, armies, plans, options."""
        return {_fold_of(name) for name in self.errors} - {""}

    def clean(self) -> None:
        """Read the two rosters as a battle file; a refusal is put beside the field that it names."""
        for side, _ in _SIDES:
            self._take_roster(side)
        if self.errors:
            return
        try:
            self.file = battle_file.parse(self._data())
        except Refusal as refusal:
            self._refuse(str(refusal))

    def _take_roster(self, side: str) -> None:
        """Take a side's units from its text or its table; a table is written in the notation."""
        text, table = f"{side}_roster", f"{side}_table"
        if self.has_error(text) or self.has_error(table):
            return
        typed, sent = self.cleaned_data[text], self.cleaned_data[table]
        if wrong := one_roster(bool(typed), bool(sent)):
            self.add_error(text, Remedy(wrong))
            return
        try:
            as_text = bool(typed) and not is_table(typed)
            units = sent or (parse_roster(typed, self.own) if as_text else read_roster(typed, self.own))
        except Refusal as refusal:
            self.add_error(text, str(refusal))
        else:
            self.cleaned_data[text] = typed if as_text else print_roster(units)
            self.named |= {unit.own for unit in units}

    def _data(self) -> dict[str, Any]:
        given = self.cleaned_data
        roles = given["first_role"], given["second_role"]
        sides = [self._side(side) for side, _ in _SIDES]
        return {
            "format": battle.FORMAT,
            **{key: given[key] for key in ("name", "season", "terrain")},
            "weather": given["weather"] or None,
            "ground": given["ground"] or None,
            "engagement": "meeting" if roles == ("attacker", "attacker") else "held",
            "rules": given.get("rules", DEFAULT),
            "options": self._options(given.get("rules", DEFAULT)),
            "profile": self._profile(),
            "sides": sides,
            **self._types(sides),
        }

    def _types(self, sides: Sequence[dict[str, Any]]) -> dict[str, Any]:
        """HR-30 Return the types of the chosen war that units are of, as a battle file carries them."""
        further = {row.get("own", "") for side in sides for row in side.get("units", ())}
        rows = named_in(self.named | further, self.own)
        return {"unit_types": rows} if rows else {}

    def _options(self, rules: str) -> dict[str, Any]:
        """Return the options of the chosen rules; those of other rules count for nothing."""
        given = self.cleaned_data
        return chosen_of(self, rules) | {"max_days": given["max_days"] or MOST_DAYS, "limit_guns": given["limit_guns"]}

    def _profile(self) -> dict[str, Any] | None:
        """ENG-2 The values of the chosen profile; None for the shipped numbers."""
        chosen = self.profiles.get(self.cleaned_data.get("profile", ""))
        rules = self.cleaned_data.get("rules", DEFAULT)
        if chosen and chosen.rules != rules:
            raise Refusal(f"Numbers: “{chosen.name}” belongs to {name_of(chosen.rules)}, the battle is to be fought by "
                          f"{name_of(rules)}; choose numbers of these rules or as shipped.")  # fmt: skip
        return chosen.values if chosen else None

    def _side(self, side: str) -> dict[str, Any]:
        given = self.cleaned_data
        return {
            "name": given[f"{side}_name"],
            "role": given[f"{side}_role"],
            "commander": {"name": given[f"{side}_commander"], "skill": given[f"{side}_skill"]},
            **self._force(side),
            "plan": self._plan(side),
            **({} if given["stakes"] else {"stakes": LITTLE}),
        }

    def _force(self, side: str) -> dict[str, Any]:
        """HR-14 Return the roster of a side, or the units of its armies where there are several."""
        given = self.cleaned_data
        roster, further = given[f"{side}_roster"], given[f"{side}_further"]
        if not further.strip():
            return {"roster": roster}
        try:
            return {"units": units_of(given[f"{side}_name"], roster, further, self.own)}
        except Refusal as refusal:
            number = [key for key, _ in _SIDES].index(side)
            raise Refusal(f"sides[{number}].further: {refusal}") from refusal

    def _plan(self, side: str) -> dict[str, Any] | None:
        chosen = {key: self.cleaned_data[f"{side}_{key}"] for key in PLAN}
        chosen["spare"] = self._spare(side)
        return {key: value for key, value in chosen.items() if value not in ("", None, [])} or None

    def _spare(self, side: str) -> list[str]:
        """Return the ids of the units that are not to be risked: a roster's are numbered within its side."""
        numbers = self.cleaned_data[f"{side}_spare"].replace(",", " ").split()
        if strange := [text for text in numbers if not (text.isascii() and text.isdigit() and len(text) < 4)]:
            number = [key for key, _ in _SIDES].index(side)
            wrong = f'"{strange[0][:20]}" is no number of a unit; write such as 1, 4.'
            raise Refusal(f"sides[{number}].plan.spare: {wrong}")
        return [f"{self.cleaned_data[f'{side}_name']}-{int(text)}" for text in numbers]

    def _refuse(self, sentence: str) -> None:
        place = _SIDE.match(sentence)
        if place is None:
            self.add_error(None, sentence)
            return
        part = place[3] if place[3] in ("skill", "spare") else place[2]
        self.add_error(f"{_SIDES[int(place[1])][0]}_{part}", Remedy(sentence[place.end() :]))


_SIDES = (("first", "First side"), ("second", "Second side"))


def _fold_of(name: str) -> str:
    """Name the fold in which the page has a field; empty for fields that are always open."""
    side, _, part = name.partition("_")
    if side in dict(_SIDES):
        return "plans" if part in PLAN else "armies" if part in _MORE else ""
    return "" if name == "__all__" else "day" if name in _DAY else "options"


class FileForm(SeedForm):
    """A whole battle file, pasted or uploaded."""

    text = forms.CharField(
        required=False,
        max_length=battle_file.LIMIT,
        label="Battle file",
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false", "autocapitalize": "off"}),
        help_text="JSON in the format bivouac.battle/1.",
    )
    upload = forms.FileField(required=False, label="or a file from this device", max_length=200)
    field_order = ["text", "upload", "seed"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.file: BattleFile | None = None
        self.sheet: NumberSheet | None = None

    def clean(self) -> None:
        """Read whichever of the two was given."""
        if self.errors:
            return
        text, upload = self.cleaned_data["text"], self.cleaned_data["upload"]
        if bool(text) == bool(upload):
            self.add_error("text", "Battle file: paste one here or choose one from this device, not both.")
            return
        source, data = ("upload", upload.read(battle_file.LIMIT + 1)) if upload else ("text", text)
        try:
            read = battle_file.loads(data)
        except Refusal as refusal:
            self.add_error(source, str(refusal))
        else:
            self._ask(read, data)

    def _ask(self, read: BattleFile, data: str | bytes) -> None:
        """ENG-2 A file with numbers of its own is fought only when its reader has agreed to them."""
        system = resolver(read.rules)
        wanted = system.profile_hash(read.profile or {})
        if wanted == system.profile_hash({}) or self.data.get("agreed") == wanted:
            self.file = read
            return
        self.sheet = system.sheet(read.profile or {})
        text = data.decode("utf-8-sig") if isinstance(data, bytes) else data
        self.data = {**self.data, "text": text}
        self.add_error(None, "The file brings its own numbers along. Look at them, then send it again if you agree.")
