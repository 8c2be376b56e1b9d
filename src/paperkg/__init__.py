"""Turn a list of papers into a knowledge graph of what they share."""

__version__ = "0.1.0"
