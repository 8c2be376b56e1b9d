"""`python -m paperkg` is the `paperkg` command."""

from paperkg.cli import app

app(prog_name="paperkg")
