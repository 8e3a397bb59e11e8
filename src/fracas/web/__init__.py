"""The server: everything the command line can do as a typed HTTP API, fights played with dice that can be verified, and the pages.

`fracas.web.app.make_app` makes the application; ``fracas serve`` runs it. Work that takes longer than a moment runs in worker processes
(`fracas.web.workers`), what is asked is `fracas.web.questions`, fights are `fracas.web.games`, and what is kept is `fracas.web.store`.
"""
