"""The lab: questions about balance that need more than one fight. Claims, comparisons, loadouts."""
