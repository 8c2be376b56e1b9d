"""A graph's page as one opens it, and what the graph says is to be seen there."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from paperkg.graph import KnowledgeGraph
from paperkg.model import Concept, Role, lookup_key
from paperkg.view.choose import is_hub


@dataclass
class Explored:
    """A graph, where its page is, and what to expect of it."""

    kg: KnowledgeGraph
    address: str
    browser: Any
    noise: list[str]

    def open(self, at: str = "", **options: Any) -> Any:
        viewport = {"width": options.pop("width", 1280), "height": options.pop("height", 800)}
        context = self.browser.new_context(viewport=viewport, reduced_motion="reduce", **options)
        page = context.new_page()
        page.set_default_timeout(20_000)
        page.on("console", lambda message: self.noise.append(f"console {message.type}: {message.text}"))
        page.on("pageerror", lambda error: self.noise.append(f"error: {error}"))
        page.on("request", lambda request: self._note(request.url))
        page.goto(self.address + at)
        page.evaluate("paperkg.whenLoaded")
        return page

    def _note(self, url: str) -> None:
        own = url.partition("#")[0] == self.address or url.startswith(
            self.address.replace("/explore", "/api/explore/")
        )
        if not own and not url.startswith(("data:,", "blob:")):
            self.noise.append(f"request: {url}")

    @cached_property
    def labels(self) -> dict[str, str]:
        return self.kg.labels()

    @cached_property
    def having(self) -> dict[str, dict[str, Role]]:
        """Which papers have a concept, by label, and what they do with it."""
        found: defaultdict[str, dict[str, Role]] = defaultdict(dict)
        for paper, concept, role, *_ in self.kg.ties():
            found[concept][self.labels[paper]] = role
        return dict(found)

    @cached_property
    def names(self) -> dict[str, Concept]:
        return {concept.id: concept for concept in self.kg.concepts()}

    @cached_property
    def shared(self) -> list[Concept]:
        """What several papers share and no other concept is called, most shared first; hubs set aside."""
        spelt = Counter(lookup_key(name) for c in self.names.values() for name in {c.name, *c.aliases})
        spelt += Counter(lookup_key(label) for label in self.labels.values())
        some = [
            c
            for c, papers in self.having.items()
            if len(papers) > 1 and not is_hub(len(papers), len(self.labels))
        ]
        some = [c for c in some if spelt[lookup_key(self.names[c].name)] == 1 and len(self.having[c]) <= 300]
        return [self.names[c] for c in sorted(some, key=lambda c: (-len(self.having[c]), c))]
