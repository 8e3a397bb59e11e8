"""Where work runs: on threads, in worker processes, or on the workers of a cluster, with the same results."""
