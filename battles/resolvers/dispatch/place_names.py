"""Names for the places of a battlefield, by the tongue of the country; no name belongs to a famous field."""

GERMAN, FRENCH, SPANISH, SLAV, ITALIAN, ENGLISH = "german", "french", "spanish", "slav", "italian", "english"
TONGUES: tuple[tuple[str, tuple[str, ...]], ...] = (
    (SPANISH, ("spain", "spanish", "spaniard", "portug", "carlist")),
    (SLAV, ("pol", "lithuan", "cossack")),
    (GERMAN, ("prussia", "austria", "saxon", "bavaria", "german", "confederation", "hesse", "baden")),
    (SLAV, ("russia",)),
    (ITALIAN, ("ital", "naples", "sardin", "piedmont", "lombard")),
    (ENGLISH, ("union", "confederate", "american", "british", "england", "ireland")),
    (FRENCH, ("france", "french")),
)  # fmt: skip
"""Which tongue the country of a side speaks, by a part of its name; the first that fits either side."""

NAMES: dict[str, dict[str, tuple[str, ...]]] = {
    GERMAN: {
        "town": ("Hainrode", "Altenau", "Weidigt", "Niederlinda", "Grünhain", "Steinroda", "Obernitz", "Kleinbuch"),
        "hill": ("the Galgenberg", "the Windberg", "the Kapellenberg", "the Fuchshübel", "the Steinberg",
                 "the Wachberg", "the Sandberg", "the Kreuzberg"),
        "rough": ("the Birkenholz", "the Eichbusch", "the Hirschholz", "the Erlenbruch", "the Tiergarten",
                  "the Pfarrholz", "the Lange Busch", "the Kiefernheide"),
        "river": ("the Schwarzbach", "the Lauer", "the Weidenbach", "the Rotach"),
    },
    FRENCH: {
        "town": ("Saint-Aubray", "Courvilliers", "Vaudreuil", "Montigny", "Épinoy", "La Ferrière", "Marcy"),
        "hill": ("the Butte du Moulin", "the Mont Chauve", "the Côte Rouge", "the Haut Signal", "the Butte aux Loups",
                 "the Mont Aigu", "the Côte Sainte-Anne", "the Tertre"),
        "rough": ("the Bois l'Abbé", "the Bois Brûlé", "the Garenne", "the Bois des Dames", "the Petit Bois",
                  "the Bois de l'Ermite", "the Taillis", "the Bois Carré"),
        "river": ("the Orvanne", "the Rupt", "the Sauldre", "the Blaisette"),
    },
    SPANISH: {
        "town": ("Villarta", "Fuenteseca", "Torrecilla", "El Olivar", "Casas Viejas", "Navalrubia", "Peralejo"),
        "hill": ("the Cerro Pelado", "the Loma Larga", "the Cerro del Moro", "the Atalaya", "the Cerro Rubio",
                 "the Loma del Viento", "the Cabezo", "the Alto de la Cruz"),
        "rough": ("the Encinar", "the Olivar Viejo", "the Monte Bajo", "the Pinar", "the Jaral", "the Robledal",
                  "the Carrascal", "the Soto"),
        "river": ("the Río Seco", "the Arroyo Hondo", "the Guadalín", "the Río Pardo"),
    },
    SLAV: {
        "town": ("Borowo", "Zalesie", "Krasnova", "Lipniki", "Dubrova", "Novoselki", "Wola", "Berezna"),
        "hill": ("the Red Kurgan", "the Lysa Gora", "the Windmill Hill", "the Church Hill", "the Gorka",
                 "the Cossack Mound", "the Bald Hill", "the Kurhan"),
        "rough": ("the Dubrava", "the Sosnovy wood", "the Old Wood", "the Olszyna", "the Bor", "the Birch Wood",
                  "the Raven's Wood", "the Brod thickets"),
        "river": ("the Struga", "the Kamenka", "the Czarna", "the Rechitsa"),
    },
    ITALIAN: {
        "town": ("Castelrotto", "San Donnino", "Borgonovo", "Pieve Alta", "Villafiorita", "Santa Tecla", "Mezzana"),
        "hill": ("the Monte Calvo", "the Poggio Alto", "the Colle dei Frati", "the Monte Croce", "the Belvedere",
                 "the Poggio Secco", "the Colle Rosso", "the Montello"),
        "rough": ("the Bosco Nero", "the Bosco dei Frati", "the Boschetto", "the Macchia", "the Bosco Grande",
                  "the Querceto", "the Selva", "the Bosco Basso"),
        "river": ("the Rio Torto", "the Lavino", "the Fossa Nuova", "the Samone"),
    },
    ENGLISH: {
        "town": ("Ashby Cross", "Marlow Mills", "Harper's Corner", "Linton", "Stonebridge", "Fairfield", "Weston"),
        "hill": ("Signal Hill", "Chapel Hill", "the Long Ridge", "Gallows Hill", "Beacon Hill", "Quarry Hill",
                 "Cemetery Rise", "Bald Knob"),
        "rough": ("Miller's Wood", "the Thicket", "Parson's Wood", "the Cedar Brake", "Hazel Copse", "the Old Pasture",
                  "Fox Covert", "Hanger Wood"),
        "river": ("Mill Creek", "the Avenwater", "Stony Run", "Willow Brook"),
    },
}  # fmt: skip
KINDS = {"town": "the village of {}", "hill": "{}", "rough": "{}", "river": "{}"}
"""How a place is introduced; a town by the word village."""
