"""The lab: balance questions that take more than one fight, such as claims, comparisons and loadouts."""
