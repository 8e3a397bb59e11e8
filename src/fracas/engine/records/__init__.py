"""Records and codes: what states and books are made of, and how content is copied into them."""
