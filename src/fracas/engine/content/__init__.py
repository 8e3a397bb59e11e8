"""Content: typed models, files, and errors that name the place. Nothing here knows a game."""
