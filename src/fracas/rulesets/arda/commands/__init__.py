"""ARDA's own commands: single checks, dice that travel, and what an adventure comes to."""

from fracas.rulesets.arda.commands import adventures, checks, payloads

COMMANDS = (*payloads.COMMANDS, *adventures.COMMANDS, *checks.COMMANDS)
