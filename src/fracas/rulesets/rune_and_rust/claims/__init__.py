"""Computations for the claims of Rune & Rust's document: the ledger is `content/claims.json`, and each module covers a topic."""
