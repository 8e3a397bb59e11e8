"""A narrator that keeps to the rules: its requests, its answers, and the check of an answer against the rules."""

from fracas.rulesets.arda.narration.check import check_turn as check_turn
from fracas.rulesets.arda.narration.findings import CODES as CODES
from fracas.rulesets.arda.narration.findings import Finding as Finding
