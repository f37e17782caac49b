"""Bohemia 1757 as a referee pastes it: twelve provinces, two factions, six generals, five armies."""

TOWNS = """name,longitude,latitude,owner,value,terrain,size,fortress
Prague,14.42,50.09,Austria,12,rolling,3,yes
Kolin,15.20,50.03,Austria,5,rolling,1,
Leitmeritz,14.13,50.53,Austria,6,hilly,1,
Jungbunzlau,14.91,50.41,Austria,5,wooded,1,
Königgrätz,15.83,50.21,Austria,7,open,2,yes
Tabor,14.66,49.41,Austria,5,wooded,1,
Deutschbrod,15.58,49.61,Austria,4,hilly,1,
Dresden,13.74,51.05,Prussia,11,rolling,3,yes
Bautzen,14.42,51.18,Prussia,5,rolling,1,
Görlitz,14.99,51.15,Prussia,6,rolling,2,
Zittau,14.81,50.90,Prussia,4,hilly,1,
Glatz,16.65,50.44,Prussia,5,mountain,1,yes
"""
ORDER = """Austria:
Main army (Charles of Lorraine, poor; Prague; Browne, good): 9 Line inf, 3 Heavy cav, 1 Heavy art
Daun's corps (Daun, good; Kolin): 7 Line inf, 2 Light cav, 1 Horse art
Serbelloni's corps (Serbelloni, average; Königgrätz): 4 Line inf, 1 Light cav

Prussia:
King's army (Frederick, great; Dresden): 10 Line inf, 3 Heavy cav, 1 Heavy art
Schwerin's corps (Schwerin, good; Zittau): 6 Line inf, 2 Light cav
"""
