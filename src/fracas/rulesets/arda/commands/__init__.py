"""ARDA's own commands: verifiable dice rolls, and checks of narrators' turns."""

from fracas.rulesets.arda.commands import payloads, turns

COMMANDS = (*payloads.COMMANDS, *turns.COMMANDS)
