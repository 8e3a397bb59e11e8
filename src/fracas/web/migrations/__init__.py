"""Alembic migrations of a server's tables. `fracas.web.store.Store` applies the missing ones when it opens a database."""
