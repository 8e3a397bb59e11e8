"""ARDA's own commands: dice that travel, and turns that a narrator told."""

from fracas.rulesets.arda.commands import payloads, turns

COMMANDS = (*payloads.COMMANDS, *turns.COMMANDS)
