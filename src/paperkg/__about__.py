"""The version, where a module finds it without the whole package."""

__version__ = "0.1.0"
