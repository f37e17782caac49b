"""The battles of a war: their pages, terms, packs, tables, forecasts, results and rulings."""
