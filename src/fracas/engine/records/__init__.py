"""Records and codes: the building blocks of states and books, and how content is copied into them."""
