"""The modified One Hour Wargames play sheet (OHW): two facing lines, one die an attack, three hits and gone."""
