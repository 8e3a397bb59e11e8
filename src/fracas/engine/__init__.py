"""The engine: from a ruleset's contract alone, play, replay, odds, simulation, exact solution and best play.

Rooms, each of which imports only those above it in this list:

| room | what is in it |
|---|---|
| `records` | what states and books are made of |
| `content` | typed models and files |
| `contract` | what a ruleset tells the engine; a scenario made ready (`Matchup`) |
| `compile` | rules compiled, once per machine |
| `sample` | simulation |
| `solve` | exact solution and best play |
| `play` | one fight, its odds, saving |
| `world` | worlds |
| `encounter`, `journey`, `travel` | the front desk: everything that can be done with a scenario, and campaigns |
"""
