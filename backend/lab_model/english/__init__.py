"""The grammar of every sentence that the lab makes: how flows are named and numbers are written.

names.py     a flow or a group as subject: article, plural, capital, quotes
numbers.py   numbers with their units, shares, counts and lists
verdicts.py  where intervals lie beside bounds, and in how many cases

The interface has a twin of names.py (`frontend/src/analysis/series/names.ts`). Both are held to
`tests/model/english/names.json`.
"""
