"""ARDA's own commands: single checks, dice that travel, turns that a narrator told, and what an adventure comes to."""

from fracas.rulesets.arda.commands import adventures, checks, payloads, turns

COMMANDS = (*payloads.COMMANDS, *turns.COMMANDS, *adventures.COMMANDS, *checks.COMMANDS)
