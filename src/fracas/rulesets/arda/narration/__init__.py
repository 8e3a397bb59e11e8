"""A narrator that keeps to the rules: what it is asked, what it may answer, and whether its answer follows."""

from fracas.rulesets.arda.narration.check import check_turn as check_turn
from fracas.rulesets.arda.narration.findings import CODES as CODES
from fracas.rulesets.arda.narration.findings import Finding as Finding
