"""Papers from the services that list them: OpenReview, arXiv, OpenAlex, the ACL Anthology, Semantic Scholar.

`fetch` writes a JSON Lines file to build from. A service is a small module that says what to ask for and
how to read a page; `session` asks politely and bounds what comes, `pages` keeps it, `fetching` leads from
one to the next.
"""

from paperkg.fetch.fetching import SERVICES, Fetched, fetch
from paperkg.fetch.service import FetchError
from paperkg.fetch.session import Clock

__all__ = ["SERVICES", "Clock", "FetchError", "Fetched", "fetch"]
