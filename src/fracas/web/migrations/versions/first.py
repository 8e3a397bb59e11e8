"""Games and their actions, results of jobs, packs."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "games",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("ruleset", sa.String(100), nullable=False),
        sa.Column("version", sa.String(40), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("asked", sa.Text, nullable=False),
        sa.Column("rules", sa.String(64), nullable=False),
        sa.Column("seed", sa.String(20), nullable=False),
        sa.Column("salt", sa.String(64), nullable=False),
        sa.Column("commitment", sa.String(64), nullable=False),
        sa.Column("seat_a", sa.String(64), nullable=False),
        sa.Column("seat_b", sa.String(64), nullable=True),
        sa.Column("watcher", sa.String(64), nullable=False),
        sa.Column("takes_back", sa.Boolean, nullable=False),
        sa.Column("branch_of", sa.String(40), nullable=True),
    )
    op.create_table(
        "actions",
        sa.Column("game", sa.String(40), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("code", sa.Integer, nullable=False),
        sa.Column("drawn", sa.BigInteger, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_table(
        "refusals",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("game", sa.String(40), sa.ForeignKey("games.id"), nullable=False, index=True),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("code", sa.String(40), nullable=False),
        sa.Column("what", sa.Text, nullable=False),
    )
    op.create_table(
        "results",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("kind", sa.String(40), nullable=False),
        sa.Column("at", sa.Float, nullable=False, index=True),
        sa.Column("data", sa.Text, nullable=False),
    )
    op.create_table(
        "packs",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("at", sa.Float, nullable=False, index=True),
        sa.Column("about", sa.Text, nullable=False),
        sa.Column("files", sa.Text, nullable=False),
    )


def downgrade() -> None:
    """Drop the tables."""
    for name in ("packs", "results", "refusals", "actions", "games"):
        op.drop_table(name)
