"""The server: all features of the command line as a typed HTTP API, fights with verifiable dice, and the web pages.

`fracas.web.app.make_app` creates the application; ``fracas serve`` runs it. Long work runs in worker processes (`fracas.web.workers`),
requests are defined in `fracas.web.questions`, fights in `fracas.web.games`, and storage in `fracas.web.store`.
"""
