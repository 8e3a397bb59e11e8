"""The steps by which the tables of a server came to be, for Alembic. `fracas.web.store.Store` takes them all when it opens a database."""
